package holdfast.server;

import java.time.Duration;

/**
 * What a request gets that says nothing about it.
 *
 * @param lease of a lock
 * @param priorities whether callers may choose one
 */
public record RequestDefaults(Duration lease, Priorities priorities) {
    public static final RequestDefaults DEFAULT =
            new RequestDefaults(Duration.ofSeconds(60), Priorities.HONOURED);

    /** What becomes of the priorities that callers name. */
    public enum Priorities {
        HONOURED,
        /** All requests are equal, and served in the order in which they came. */
        IGNORED
    }
}
