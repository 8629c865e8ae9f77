package holdfast.store.memory;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
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

    private record Kept(Fate.Ended fate, StoreTime since) {
        boolean isForgotten(StoreTime now) {
            return now.hasReached(since.plus(LockStore.REMEMBERED_FOR));
        }
    }

    void remember(RequestId request, Fate fate, StoreTime now) {
        forget(request);
        switch (fate) {
            case Fate.Live same -> live.put(request);
            case Fate.Ended over -> keep(request, new Kept(over, now));
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
        if (all.size() > LockStore.REMEMBERED_PER_ROOT) {
            all.pollFirstEntry();
        }
        for (Map.Entry<RequestId, Kept> oldest = all.firstEntry();
                oldest.getValue().isForgotten(kept.since());
                oldest = all.firstEntry()) {
            all.pollFirstEntry();
        }
    }
}
