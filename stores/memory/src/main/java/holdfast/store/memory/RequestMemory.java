package holdfast.store.memory;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.LockStore;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of the requests of one root. Guarded by the store. */
final class RequestMemory {
    private final SortedArray<RequestId> live =
            new SortedArray<>(Comparator.comparing(RequestId::text));

    /** The oldest first. Null until the first request ended, since most roots see only few. */
    private @Nullable LinkedHashMap<RequestId, Kept> ended;

    /** How many were remembered as ended. */
    private long endings;

    private record Kept(Fate.Ended fate, StoreTime since, long number) {
        boolean isForgotten(StoreTime now) {
            return now.hasReached(since.plus(LockStore.REMEMBERED_FOR));
        }
    }

    void remember(Change.Remember change, StoreTime now) {
        change.requests().forEach(this::forget);
        switch (change.fate()) {
            case Fate.Live same -> change.requests().forEach(live::put);
            case Fate.Ended over -> {
                var kept = new Kept(over, now, ++endings);
                change.requests().forEach(request -> keep(request, kept));
            }
        }
    }

    Optional<Fate> recall(RequestId request, StoreTime now) {
        if (live.contains(request)) {
            return Optional.of(new Fate.Live());
        }
        Kept kept = ended == null ? null : ended.get(request);
        return kept == null || kept.isForgotten(now) ? Optional.empty() : Optional.of(kept.fate());
    }

    /** Lets go of a request whose waiter or hold is gone without a word of how it ended. */
    void forgetLive(RequestId request) {
        live.remove(request);
    }

    private void forget(RequestId request) {
        live.remove(request);
        if (ended != null) {
            ended.remove(request);
        }
    }

    private void keep(RequestId request, Kept kept) {
        var all = ended == null ? new LinkedHashMap<RequestId, Kept>() : ended;
        ended = all;
        all.put(request, kept);
        for (Map.Entry<RequestId, Kept> oldest = all.firstEntry();
                oldest.getValue().isForgotten(kept.since())
                        || oldest.getValue().number() <= endings - LockStore.REMEMBERED_PER_ROOT;
                oldest = all.firstEntry()) {
            all.pollFirstEntry();
        }
    }
}
