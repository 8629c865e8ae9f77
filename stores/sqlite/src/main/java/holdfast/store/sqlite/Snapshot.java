package holdfast.store.sqlite;

import holdfast.model.StoreTime;

/** The file as it is inside one transaction, and the time at which to judge what is in it. */
record Snapshot(Session session, StoreTime now) {}
