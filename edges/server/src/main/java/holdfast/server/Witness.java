package holdfast.server;

import holdfast.model.LockId;
import holdfast.model.Resource;
import java.util.Set;

/** Is told of what must be written down before it is done. */
@FunctionalInterface
public interface Witness {
    /** Writes nothing down. */
    Witness NONE = (caller, locks, resource, reason) -> {};

    /**
     * Someone is about to take locks away from their owners. Returns when that is written down for good; if it cannot be, it throws,
     * and nothing is taken away.
     */
    void beforeForceUnlock(String by, Set<LockId> locks, Resource resource, String reason);
}
