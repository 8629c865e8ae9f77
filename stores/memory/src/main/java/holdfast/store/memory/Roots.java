package holdfast.store.memory;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.HoldCursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All roots: those in use in order, and what is remembered of the vacant ones. Guarded by the store. */
final class Roots {
    /** So that no commit pays for a whole week of vacant roots. */
    private static final int FORGOTTEN_AT_ONCE_MAX = 16;

    private final TreeMap<Root, RootState> used = new TreeMap<>();
    private final TreeSet<Root> waiting = new TreeSet<>();

    /** The longest vacant first. */
    private final LinkedHashMap<Root, RootState> vacant = new LinkedHashMap<>();

    /** Nothing lapses before this time. A lower bound: renewals do not raise it, only looking does. */
    private long allLiveBefore = Long.MAX_VALUE;

    /** The root's state, which is not kept before it is {@link #settled}. */
    RootState find(Root root) {
        RootState state = used.get(root);
        if (state == null) {
            state = vacant.get(root);
        }
        return state == null ? new RootState(root) : state;
    }

    /** Keeps the state where it belongs after a commit. */
    void settled(RootState state, StoreTime now) {
        Root root = state.root();
        vacant.remove(root);
        if (state.isVacant()) {
            used.remove(root);
            vacant.put(root, state);
        } else {
            used.put(root, state);
            allLiveBefore = Math.min(allLiveBefore, state.allLiveBefore());
        }
        if (state.hasWaiters()) {
            waiting.add(root);
        } else {
            waiting.remove(root);
        }
        forgetSome(now);
    }

    private void forgetSome(StoreTime now) {
        for (int i = 0; i < FORGOTTEN_AT_ONCE_MAX && !vacant.isEmpty(); i++) {
            if (!vacant.firstEntry().getValue().isForgotten(now)) {
                return;
            }
            vacant.pollFirstEntry();
        }
    }

    List<Hold> holds(@Nullable HoldCursor after, int limit) {
        var page = new ArrayList<Hold>();
        var states = after == null ? used : used.tailMap(after.root(), true);
        for (RootState state : states.values()) {
            for (Hold hold : state.holds()) {
                if (page.size() >= limit) {
                    return page;
                }
                if (after == null || isAfter(hold, after)) {
                    page.add(hold);
                }
            }
        }
        return page;
    }

    private static boolean isAfter(Hold hold, HoldCursor cursor) {
        return !hold.resource().root().equals(cursor.root())
                || hold.token().compareTo(cursor.token()) > 0;
    }

    List<Root> waiting(@Nullable Root after, int limit) {
        NavigableSet<Root> roots = after == null ? waiting : waiting.tailSet(after, false);
        return roots.stream().limit(limit).toList();
    }

    /** Walks all roots in use, but only if something may have lapsed since the last walk that found nothing. */
    List<Root> lapsed(StoreTime now, int limit) {
        if (now.epochNanos() < allLiveBefore) {
            return List.of();
        }
        var lapsed =
                used.values().stream()
                        .filter(state -> state.hasLapsed(now))
                        .limit(limit)
                        .map(RootState::root)
                        .toList();
        if (lapsed.isEmpty()) {
            allLiveBefore =
                    used.values().stream()
                            .mapToLong(RootState::allLiveBefore)
                            .min()
                            .orElse(Long.MAX_VALUE);
        }
        return lapsed;
    }
}
