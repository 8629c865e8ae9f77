package holdfast.store.memory;

import holdfast.model.AuditEntry;
import holdfast.model.StoreTime;
import holdfast.store.AuditRecord;
import java.util.ArrayDeque;
import java.util.List;

/** The audit trail, of which memory keeps the latest part. Guarded by the store. */
final class AuditTrail {
    private static final int RECORDS_MAX = 10_000;

    private final ArrayDeque<AuditRecord> newestFirst = new ArrayDeque<>();

    void append(AuditEntry entry, StoreTime now) {
        newestFirst.addFirst(new AuditRecord(now, entry));
        if (newestFirst.size() > RECORDS_MAX) {
            newestFirst.removeLast();
        }
    }

    List<AuditRecord> latest(int limit) {
        return newestFirst.stream().limit(limit).toList();
    }
}
