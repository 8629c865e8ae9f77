package holdfast.engine;

import holdfast.model.LockId;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Something that a commit of this engine did to a lock.
 *
 * @param lock null for a request that was never granted
 * @param token null for a request that was never granted
 * @param note what its caller says about it
 * @param lasted of a grant or a claim how long it was waited for, of a hold's end how long it was held, of a wait's end how long it waited
 * @param detail who, why; empty if there is nothing to say
 */
public record LockEvent(
        Type type,
        StoreTime at,
        Resource resource,
        Owner owner,
        @Nullable LockId lock,
        @Nullable Token token,
        Note note,
        Duration lasted,
        String detail) {
    /** What happened. */
    public enum Type {
        ACQUIRED,
        /** Shut for a while after a force-unlock; nobody holds it. */
        QUARANTINED,
        QUEUED,
        /** Its owner claims a lock that it holds once more. */
        CLAIMED,
        /** One of several claims was given back; the lock is still held. */
        UNCLAIMED,
        RELEASED,
        EXPIRED,
        FORCED,
        TRANSFERRED,
        CANCELLED,
        ABORTED
    }
}
