package holdfast.store;

import holdfast.model.AuditEntry;
import holdfast.model.StoreTime;

/** An audit entry and when it was written, by the store's time. */
public record AuditRecord(StoreTime at, AuditEntry entry) {}
