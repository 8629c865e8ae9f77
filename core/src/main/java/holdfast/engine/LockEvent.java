package holdfast.engine;

import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import org.jspecify.annotations.Nullable;

/**
 * Something that a commit of this engine did to a lock.
 *
 * @param lock null for a request that was never granted
 * @param token null for a request that was never granted
 * @param detail who, why; empty if there is nothing to say
 */
public record LockEvent(
        Type type,
        StoreTime at,
        Resource resource,
        Owner owner,
        @Nullable LockId lock,
        @Nullable Token token,
        String detail) {
    /** What happened. */
    public enum Type {
        ACQUIRED,
        QUEUED,
        CLAIMED,
        RELEASED,
        EXPIRED,
        FORCED,
        TRANSFERRED,
        CANCELLED,
        ABORTED
    }
}
