package holdfast.model;

import java.util.HexFormat;
import java.util.function.IntPredicate;

/** Names one hold: {@code lock_{nanos}_{owner}_{hash}}, with nanoseconds of the store's time and 8 hex digits. */
public record LockId(String text) {
    private static final String START = "lock_";
    private static final int NANOS_LENGTH_MAX = 19;
    private static final int HASH_LENGTH = 8;

    public LockId {
        if (!hasForm(text)) {
            throw new InvalidRequestException(
                    Names.shown(text)
                            + " is not a lock id: expected lock_{nanoseconds}_{owner}_{8 hex digits}");
        }
    }

    /** @param hash makes two ids of one owner at one nanosecond differ */
    public static LockId of(StoreTime time, String ownerName, int hash) {
        var text =
                new StringBuilder(
                        START.length() + NANOS_LENGTH_MAX + ownerName.length() + HASH_LENGTH + 2);
        text.append(START).append(time.epochNanos()).append('_');
        appendReduced(text, ownerName);
        return new LockId(text.append('_').append(HexFormat.of().toHexDigits(hash)).toString());
    }

    /** What an id cannot carry becomes a dash, a run of it a single one. */
    private static void appendReduced(StringBuilder text, String ownerName) {
        for (int i = 0; i < ownerName.length(); i++) {
            if (isKept(ownerName.charAt(i))) {
                text.append(ownerName.charAt(i));
            } else if (i == 0 || isKept(ownerName.charAt(i - 1))) {
                text.append('-');
            }
        }
    }

    // By hand, since every grant makes an id and every look at a store reads some: a pattern takes
    // seven times as long.

    private static boolean hasForm(String text) {
        int nanosEnd = text.indexOf('_', START.length());
        int ownerEnd = text.length() - HASH_LENGTH - 1;
        return text.startsWith(START)
                && isWithin(nanosEnd - START.length(), NANOS_LENGTH_MAX)
                && isWithin(ownerEnd - nanosEnd - 1, Owner.NAME_LENGTH_MAX)
                && text.charAt(ownerEnd) == '_'
                && consistsOf(text, START.length(), nanosEnd, LockId::isDigit)
                && consistsOf(text, nanosEnd + 1, ownerEnd, LockId::isKept)
                && consistsOf(text, ownerEnd + 1, text.length(), LockId::isHexDigit);
    }

    private static boolean isWithin(int length, int lengthMax) {
        return length >= 1 && length <= lengthMax;
    }

    private static boolean consistsOf(String text, int from, int to, IntPredicate kind) {
        for (int i = from; i < to; i++) {
            if (!kind.test(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKept(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || isDigit(c)
                || c == '.'
                || c == '-';
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHexDigit(int c) {
        return isDigit(c) || (c >= 'a' && c <= 'f');
    }

    @Override
    public String toString() {
        return text;
    }
}
