package holdfast.store.records;

import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;

/** What stands beside the JSON of a hold: where it is, what the store stamped, and what a heartbeat changes. */
public record HoldFrame(
        Root root,
        Token token,
        LockId lock,
        StoreTime acquiredAt,
        Standing standing,
        StoreTime heartbeatAt,
        StoreTime until) {}
