package holdfast.server;

import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import java.util.Map;
import java.util.Optional;

/** Who makes a request, as its credential says. */
public interface Caller {
    /** What people call it. */
    String name();

    /** Which credential it has, for good: two callers may have the same name. Empty while no access is configured. */
    String identity();

    /**
     * The owner under which a run of this caller acts: the same for the same run, and never that of another caller.
     *
     * @param run chosen by the caller, random for each run
     * @param claimed the name that the caller gives itself; empty if it gives none
     */
    Owner owner(String run, String claimed, Map<String, String> facts);

    /** Whether the owner acts for this caller. */
    boolean owns(Owner owner);

    /** Why the caller may not do this; empty if it may. */
    Optional<String> objection(Deed deed, Prefix below);

    /** Why the caller may not do this to a resource; empty if it may. */
    default Optional<String> objection(Deed deed, Resource resource) {
        return objection(deed, new Prefix(resource.text()));
    }

    /** Why the caller may not do this to a lock or request of that owner; empty if it may. */
    Optional<String> objection(Deed deed, Resource resource, Owner owner);
}
