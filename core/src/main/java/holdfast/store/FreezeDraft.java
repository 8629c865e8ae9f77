package holdfast.store;

import holdfast.model.Freeze;
import holdfast.model.Prefix;
import holdfast.model.StoreTime;
import java.time.Duration;
import java.util.Set;

/** A freeze as it is asked for, before the store stamps it with its times. */
public record FreezeDraft(
        String id, Prefix prefix, String by, String reason, Duration lasts, Set<String> exempt) {
    public Freeze stamped(StoreTime now) {
        return new Freeze(id, prefix, by, reason, now, now.plus(lasts), exempt);
    }
}
