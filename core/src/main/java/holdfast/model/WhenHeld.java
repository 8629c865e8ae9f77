package holdfast.model;

import java.time.Duration;

/** What to do when the lock cannot be had at once. */
public sealed interface WhenHeld {
    record GiveUp() implements WhenHeld {}

    record Wait(Duration atMost) implements WhenHeld {}
}
