package holdfast.store.records;

import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Token;

/** What stands beside the JSON of a hold: where it is, and what a heartbeat changes. */
public record HoldFrame(
        Root root, Token token, Standing standing, StoreTime heartbeatAt, StoreTime until) {}
