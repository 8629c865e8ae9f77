package holdfast.store.dynamodb;

import holdfast.model.AuditEntry;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Stamp;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a commit makes of a root.
 *
 * @param item as it will be, but for the attributes to write
 * @param queue after it; null if it was not read before
 */
record Staged(
        RootItem item,
        @Nullable Queue queue,
        Places places,
        List<AuditEntry> audited,
        Stamp stamp) {
    /**
     * Changes of places in line.
     *
     * @param gone all that are removed
     * @param dropped those of them that are only removed if they are lapsed still
     * @param assumed those of them that are only removed if they are not lapsed
     * @param touched until when they last, unless they are lapsed; written after the rest
     */
    record Places(
            List<Waiter> joined,
            Set<Ticket> gone,
            Set<Ticket> dropped,
            Set<Ticket> assumed,
            Map<Ticket, StoreTime> touched) {}
}
