package holdfast.model;

import java.time.Duration;

/** How long a resource stays shut after a force-unlock, since the old holder may still be running. */
public sealed interface Quarantine {
    /** One heartbeat of the default lease plus grace. */
    Duration USUAL = Duration.ofSeconds(30);

    record For(Duration duration) implements Quarantine {}

    /** The caller knows that the old holder is gone. */
    record Skipped() implements Quarantine {}

    static Quarantine usual() {
        return new For(USUAL);
    }
}
