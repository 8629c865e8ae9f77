package holdfast.model;

import java.time.Duration;
import java.util.List;

/**
 * A hold as it is decided, before the store stamps it with its time and its token.
 *
 * @param claims in the order in which they were made; a quarantine has none
 * @param firstLease how long it lasts before the first heartbeat: the claim deadline for an unconfirmed hold
 * @param hash goes into the lock id
 */
public record HoldDraft(
        Resource resource,
        Mode mode,
        Owner owner,
        List<Claim> claims,
        Terms terms,
        Duration firstLease,
        Standing standing,
        Priority priority,
        Note note,
        EngineId engine,
        int hash) {
    public HoldDraft {
        claims = List.copyOf(claims);
    }

    /** The hold that this draft becomes when a store grants it. */
    public Hold stamped(StoreTime now, Token token) {
        return new Hold(
                LockId.of(now, owner.name(), hash),
                token,
                resource,
                mode,
                owner,
                claims,
                terms,
                standing,
                priority,
                note,
                engine,
                now,
                now,
                new Terms(firstLease, terms.tenure()).until(now, now));
    }
}
