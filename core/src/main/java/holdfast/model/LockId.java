package holdfast.model;

import java.util.regex.Pattern;

/** Names one hold: {@code lock_{nanos}_{owner}_{hash}}, with nanoseconds of the store's time and 8 hex digits. */
public record LockId(String text) {
    private static final Pattern FORM = Pattern.compile("lock_[0-9]{1,19}_[A-Za-z0-9.-]{1,120}_[0-9a-f]{8}");
    private static final Pattern NOT_KEPT = Pattern.compile("[^A-Za-z0-9.-]+");

    public LockId {
        if (!FORM.matcher(text).matches()) {
            throw new InvalidRequestException(
                    "'" + text + "' is not a lock id: expected lock_{nanoseconds}_{owner}_{8 hex digits}");
        }
    }

    /** @param hash makes two ids of one owner at one nanosecond differ */
    public static LockId of(StoreTime time, String ownerName, int hash) {
        String owner = NOT_KEPT.matcher(ownerName).replaceAll("-");
        return new LockId("lock_" + time.epochNanos() + "_" + owner + "_" + String.format("%08x", hash));
    }

    @Override
    public String toString() {
        return text;
    }
}
