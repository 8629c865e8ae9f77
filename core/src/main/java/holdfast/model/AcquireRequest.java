package holdfast.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One wish for a lock.
 *
 * @param id names the claim; repeating a request under the same id, by the same owner,
 *     gives its first answer again
 * @param under a live lock of the same owner; without it an owner that holds something here is refused
 * @param smallestToken the grant's token must not be smaller, for callers that remember tokens which the store lost
 * @param ownerUse whether the owner can have anything else that others wait for; if not, nobody needs to be asked
 */
public record AcquireRequest(
        RequestId id,
        Resource resource,
        Mode mode,
        Owner owner,
        @Nullable LockId under,
        WhenHeld whenHeld,
        WhenFrozen whenFrozen,
        Duration lease,
        Priority priority,
        Note note,
        @Nullable Token smallestToken,
        OwnerUse ownerUse) {
    public AcquireRequest(
            RequestId id,
            Resource resource,
            Mode mode,
            Owner owner,
            @Nullable LockId under,
            WhenHeld whenHeld,
            WhenFrozen whenFrozen,
            Duration lease,
            Priority priority,
            Note note,
            @Nullable Token smallestToken) {
        this(
                id,
                resource,
                mode,
                owner,
                under,
                whenHeld,
                whenFrozen,
                lease,
                priority,
                note,
                smallestToken,
                OwnerUse.PERHAPS_AGAIN);
    }

    public Claim claim() {
        return new Claim(id, resource, mode);
    }
}
