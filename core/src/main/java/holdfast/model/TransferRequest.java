package holdfast.model;

import java.util.Optional;
import java.util.Set;

/**
 * One wish to hand a lock to another owner.
 *
 * @param id names the receiver's claim; repeating a transfer under the same id gives its first answer again
 * @param only the locks that may move, if others must not move along; empty if all may that overlap
 */
public record TransferRequest(
        RequestId id, LockId lock, Owner receiver, Optional<Set<LockId>> only) {
    public TransferRequest {
        only = only.map(Set::copyOf);
    }

    public TransferRequest(RequestId id, LockId lock, Owner receiver) {
        this(id, lock, receiver, Optional.empty());
    }

    public boolean mayMove(Hold hold) {
        return only.isEmpty() || only.get().contains(hold.id());
    }
}
