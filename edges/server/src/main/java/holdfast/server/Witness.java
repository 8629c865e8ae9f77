package holdfast.server;

import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.Resource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is told of what must be written down before it is done. */
@FunctionalInterface
public interface Witness {
    /** Writes nothing down. */
    Witness NONE = (act, locks) -> {};

    /**
     * @param by the caller's name
     * @param identity which credential it was, for good; a name may be that of several. Empty while no access is configured
     */
    record Act(String by, String identity, String reason) {}

    /**
     * A lock that is to be taken away.
     *
     * @param resource as far as is known; the root of a lock that is not there any more
     * @param owner null if the lock is not there any more
     */
    record Target(LockId lock, Resource resource, @Nullable Owner owner) {}

    /**
     * Someone is about to take locks away from their owners. Returns when that is written down for good; if it cannot be, it throws,
     * and nothing is taken away.
     */
    void beforeForceUnlock(Act act, List<Target> locks);
}
