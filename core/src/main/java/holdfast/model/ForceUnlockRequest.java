package holdfast.model;

import java.util.Set;

/** One wish to take locks of one root away from their owners. */
public record ForceUnlockRequest(
        Set<LockId> locks, String by, String reason, Quarantine quarantine) {
    public ForceUnlockRequest {
        locks = Set.copyOf(locks);
        by = Names.checked("the name of who unlocks", by, Owner.NAME_LENGTH_MAX);
        reason = Texts.checked("reason", reason, Note.REASON_LENGTH_MAX);
        if (reason.isBlank()) {
            throw new InvalidRequestException("a force-unlock needs a reason");
        }
    }
}
