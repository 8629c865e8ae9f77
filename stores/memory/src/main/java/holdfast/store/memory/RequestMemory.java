package holdfast.store.memory;

import holdfast.model.Fate;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.LockStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the requests of one root ended. Guarded by the store. */
final class RequestMemory {
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
        var kept = new Kept(change.fate(), now, ++endings);
        change.requests().forEach(request -> keep(request, kept));
    }

    Optional<Fate> recall(RequestId request, StoreTime now) {
        Kept kept = ended == null ? null : ended.get(request);
        return kept == null || kept.isForgotten(now) ? Optional.empty() : Optional.of(kept.fate());
    }

    private void keep(RequestId request, Kept kept) {
        var all = ended == null ? new LinkedHashMap<RequestId, Kept>() : ended;
        ended = all;
        all.putLast(request, kept);
        for (Map.Entry<RequestId, Kept> oldest = all.firstEntry();
                oldest.getValue().isForgotten(kept.since())
                        || oldest.getValue().number() <= endings - LockStore.REMEMBERED_PER_ROOT;
                oldest = all.firstEntry()) {
            all.pollFirstEntry();
        }
    }
}
