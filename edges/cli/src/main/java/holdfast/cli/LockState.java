package holdfast.cli;

import holdfast.engine.EngineSettings;
import holdfast.model.Hold;
import holdfast.model.StoreTime;
import java.util.Locale;

/** What people see of how a lock stands. */
enum LockState {
    ACQUIRED,
    /** Granted from the queue, and not confirmed yet. */
    PENDING,
    /** Held, but its holder has not been heard of for long. */
    STALE,
    /** Its lease is over; the next request gets it. */
    EXPIRED,
    /** Kept shut after a force-unlock. */
    QUARANTINE;

    static LockState of(Hold hold, StoreTime now) {
        if (!hold.isLive(now)) {
            return EXPIRED;
        }
        return switch (hold.standing()) {
            case QUARANTINE -> QUARANTINE;
            case UNCONFIRMED -> PENDING;
            case CONFIRMED ->
                    hold.isStale(now, EngineSettings.DEFAULT.staleAfter()) ? STALE : ACQUIRED;
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
