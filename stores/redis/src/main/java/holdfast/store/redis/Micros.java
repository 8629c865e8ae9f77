package holdfast.store.redis;

import holdfast.model.InvalidRequestException;
import holdfast.model.StoreTime;
import java.time.Duration;

/** Redis tells the time in microseconds, and the numbers of Lua are exact up to 2^53: so these are what the scripts count in. */
final class Micros {
    /** Above it, the sum with another such number would no longer be exact. The clock gets there in the year 2112. */
    static final long NUMBER_MAX = 1L << 52;

    /** Later than any time. */
    static final long NEVER = 9_999_999_999_999_999L;

    /** Enough until the year 2286. */
    static final int DIGITS = 16;

    private static final int NANOS = 1_000;

    private Micros() {}

    /** Rounded up: nothing may end before it was asked to. */
    static long count(Duration duration) {
        return Math.ceilDiv(duration.toNanos(), NANOS);
    }

    static String of(Duration duration) {
        return Long.toString(count(duration));
    }

    static StoreTime time(String micros) {
        return time(Long.parseLong(micros));
    }

    static StoreTime time(long micros) {
        return new StoreTime(Math.multiplyExact(micros, NANOS));
    }

    static void checkNumber(String what, long number) {
        if (Math.abs(number) > NUMBER_MAX) {
            throw new InvalidRequestException(
                    what
                            + " "
                            + number
                            + " is too large: Redis counts exactly up to "
                            + NUMBER_MAX);
        }
    }

    /** Times, tokens and tickets, so that the order of the texts is that of the numbers. */
    static String padded(long number) {
        String digits = Long.toString(number);
        return digits.length() < DIGITS ? "0".repeat(DIGITS - digits.length()) + digits : digits;
    }
}
