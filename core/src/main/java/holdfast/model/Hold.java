package holdfast.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A granted lock. It lives until its {@code until}, is prolonged by heartbeats, and ends with its last claim.
 *
 * @param engine the engine that granted it or waits for it, to be told when someone ends it
 * @param until the first instant at which it is no longer held
 */
public record Hold(
        LockId id,
        Token token,
        Resource resource,
        Mode mode,
        Owner owner,
        List<Claim> claims,
        Terms terms,
        Standing standing,
        Priority priority,
        Note note,
        EngineId engine,
        StoreTime acquiredAt,
        StoreTime heartbeatAt,
        StoreTime until) {
    public Hold {
        claims = List.copyOf(claims);
    }

    public boolean isLive(StoreTime now) {
        return !now.hasReached(until);
    }

    /** No heartbeat for so long although the lease still runs: its process may be dead or wedged. */
    public boolean isStale(StoreTime now, Duration staleAfter) {
        return isLive(now) && now.hasReached(heartbeatAt.plus(staleAfter));
    }

    public Optional<Claim> claim(RequestId request) {
        return claims.stream().filter(claim -> claim.request().equals(request)).findFirst();
    }

    /** The hold with other claims and terms. It never ends earlier than before. */
    public Hold amended(List<Claim> newClaims, Terms newTerms, StoreTime now) {
        return new Hold(
                id,
                token,
                resource,
                mode,
                owner,
                newClaims,
                newTerms,
                standing,
                priority,
                note,
                engine,
                acquiredAt,
                heartbeatAt,
                later(until, newTerms.until(acquiredAt, now)));
    }

    /**
     * The hold after a heartbeat, which also confirms it. A confirmed hold never ends earlier than before; an unconfirmed one
     * exchanges its claim deadline for the lease.
     */
    public Hold renewed(Duration lease, StoreTime now) {
        StoreTime byLease = new Terms(lease, terms.tenure()).until(acquiredAt, now);
        return new Hold(
                id,
                token,
                resource,
                mode,
                owner,
                claims,
                terms,
                Standing.CONFIRMED,
                priority,
                note,
                engine,
                acquiredAt,
                now,
                standing == Standing.CONFIRMED ? later(until, byLease) : byLease);
    }

    private static StoreTime later(StoreTime one, StoreTime other) {
        return one.hasReached(other) ? one : other;
    }
}
