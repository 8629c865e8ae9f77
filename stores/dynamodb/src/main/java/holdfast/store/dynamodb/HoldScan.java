package holdfast.store.dynamodb;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All holds in order, as one scan of the table found them. The service knows no order of roots, so a page costs a scan; the pages that follow
 * are taken from the same one.
 */
final class HoldScan {
    /** Enough for who reads on, and no longer than what people take for now. */
    static final Duration GOOD_FOR = Duration.ofSeconds(5);

    private static final Comparator<HoldCursor> ORDER =
            Comparator.comparing(HoldCursor::root)
                    .thenComparing(HoldCursor::token, Token::compareTo);

    private final StoreTime now;
    private final long beganNanos;
    private final NavigableMap<HoldCursor, Hold> holds = new TreeMap<>(ORDER);

    HoldScan(StoreTime now, long beganNanos, Collection<Hold> found) {
        this.now = now;
        this.beganNanos = beganNanos;
        found.forEach(hold -> holds.put(HoldCursor.after(hold), hold));
    }

    HoldPage page(@Nullable HoldCursor after, int limit) {
        Collection<Hold> rest =
                after == null ? holds.values() : holds.tailMap(after, false).values();
        List<Hold> page = rest.stream().limit(limit).toList();
        return new HoldPage(now, page);
    }

    /** Whether somebody may read on in it. */
    boolean isLongerThan(int limit) {
        return holds.size() > limit;
    }

    /** Whether it shows the hold after which the page begins: who names that has had a page with it. */
    boolean goesOnAfter(HoldCursor place) {
        return holds.containsKey(place);
    }

    boolean isGood(long nanos) {
        return nanos - beganNanos < GOOD_FOR.toNanos();
    }

    boolean isNewerThan(HoldScan other) {
        return beganNanos - other.beganNanos > 0;
    }
}
