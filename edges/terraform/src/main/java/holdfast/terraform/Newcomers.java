package holdfast.terraform;

import holdfast.model.RequestId;
import holdfast.model.Root;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells clients that mean to wait from those that ask once and go, as a run without {@code -lock-timeout} does: such a one must not
 * leave a place in line that nobody claims. Nothing else about clients is remembered in a server: their places, and the offers
 * that are made to them, are in the lock store and end by its clock, so any server answers for any of them.
 */
final class Newcomers {
    /** Twice the longest pause that clients make between two polls, and a little more. */
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(34);

    private static final int REMEMBERED_MAX = 10_000;

    private final Map<String, Long> asked = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    Newcomers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whether this client asked before, a moment ago. From now on it did. */
    boolean isBack(Root root, RequestId request) {
        long now = nanos.getAsLong();
        if (asked.size() > REMEMBERED_MAX) {
            asked.values().removeIf(before -> now - before > REMEMBERED_FOR.toNanos());
            if (asked.size() > REMEMBERED_MAX) {
                // Whoever was forgotten stands in line one poll later.
                asked.clear();
            }
        }
        Long before = asked.put(root + " " + request, now);
        return before != null && now - before <= REMEMBERED_FOR.toNanos();
    }
}
