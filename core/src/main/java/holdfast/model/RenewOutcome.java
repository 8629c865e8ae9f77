package holdfast.model;

import org.jspecify.annotations.Nullable;

/** Everything a renewal can answer. */
public sealed interface RenewOutcome {
    /** @param at the store's time of the heartbeat, from which the lease runs anew */
    record Renewed(StoreTime at) implements RenewOutcome {}

    /** The hold has ended and a renewal never revives it. The ending is null when the store no longer knows of the hold. */
    record Lost(@Nullable Ending ending) implements RenewOutcome {}
}
