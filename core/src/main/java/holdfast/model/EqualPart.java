package holdfast.model;

import java.time.Duration;

/**
 * One of several equal parts of a length of time, rounded down. {@link Duration#dividedBy(long)} gives the same but counts in
 * decimals, and to load these takes longer than to take a lock.
 */
public final class EqualPart {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private EqualPart() {}

    /** @param parts how many equal parts the whole, which is not negative, has */
    public static Duration of(Duration whole, int parts) {
        long rest = whole.toSeconds() % parts * NANOS_PER_SECOND + whole.toNanosPart();
        return Duration.ofSeconds(whole.toSeconds() / parts, rest / parts);
    }
}
