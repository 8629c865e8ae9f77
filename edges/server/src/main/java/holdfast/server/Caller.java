package holdfast.server;

import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Root;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /**
     * The owner under which a run of somebody else acts, to whom something is handed over.
     *
     * @param identity of the other's credential
     * @param name what people call it; empty to go by the identity
     */
    default Owner other(String identity, String run, String name, Map<String, String> facts) {
        throw new InvalidRequestException(
                "no access is configured, so nobody has an identity: name the receiver by 'owner'");
    }

    /** Whether the owner acts for this caller. */
    boolean owns(Owner owner);

    /** Why the caller may not do this; empty if it may. */
    Optional<String> objection(Deed deed, Prefix below);

    /** Below which prefixes it may see anything. */
    default Set<Prefix> sees() {
        return Set.of(Prefix.EVERYTHING);
    }

    /** Whether it may see anything of that root. */
    default boolean hearsOf(Root root) {
        return objection(Deed.READ, new Prefix(root.text())).isEmpty();
    }

    /** Why the caller may not do this to a resource; empty if it may. */
    default Optional<String> objection(Deed deed, Resource resource) {
        return objection(deed, new Prefix(resource.text()));
    }

    /** Why the caller may not do this to a lock or request of that owner; empty if it may. */
    Optional<String> objection(Deed deed, Resource resource, Owner owner);
}
