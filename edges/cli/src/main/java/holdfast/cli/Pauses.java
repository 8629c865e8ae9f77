package holdfast.cli;

import java.time.Duration;

/** How commands that look again and again wait in between. */
@FunctionalInterface
interface Pauses {
    Pauses REAL =
            length -> {
                Thread.sleep(length);
                return true;
            };

    /** @return whether to look again */
    boolean pause(Duration length) throws InterruptedException;
}
