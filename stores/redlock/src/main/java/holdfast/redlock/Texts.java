package holdfast.redlock;

import java.time.Duration;

/** How durations are written for people. */
final class Texts {
    private Texts() {}

    static String of(Duration duration) {
        return duration.toMillis() + " ms";
    }
}
