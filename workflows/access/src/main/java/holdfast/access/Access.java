package holdfast.access;

import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.keys.Keys;
import java.util.List;
import java.util.stream.Collectors;

/** The one rule about who may do what: some grant must have the role that the action needs, and cover all that it reaches. */
public final class Access {
    private static final Verdict ALLOWED = new Verdict.Allowed();

    private Access() {}

    /** For what concerns a resource. A lock on everything stops everybody, as a freeze does, and needs the same right. */
    public static Verdict decide(List<Grant> grants, Action action, Resource resource) {
        boolean stopsEverybody = action == Action.ACQUIRE && Keys.isGlobal(resource);
        return stopsEverybody
                ? decide(grants, Action.FREEZE, Prefix.EVERYTHING)
                : decide(grants, action, new Prefix(resource.text()));
    }

    /** For what concerns everything below a prefix. */
    public static Verdict decide(List<Grant> grants, Action action, Prefix prefix) {
        List<Grant> sufficient =
                grants.stream().filter(grant -> grant.role().includes(action.needed())).toList();
        if (sufficient.isEmpty()) {
            return new Verdict.Refused(
                    rolesOf(grants)
                            + " may not "
                            + action.inWords()
                            + ": that needs the role "
                            + action.needed().word());
        }
        if (sufficient.stream().noneMatch(grant -> grant.covers(prefix))) {
            return new Verdict.Refused(
                    "may "
                            + action.inWords()
                            + " only below "
                            + placesOf(sufficient)
                            + ": '"
                            + prefix
                            + "' reaches beyond that");
        }
        return ALLOWED;
    }

    /** For what is done to a lock or a request of this owner: with those of others only an admin may meddle. */
    public static Verdict decideOn(Caller caller, Action action, Resource resource, Owner owner) {
        return decide(caller.grants(), caller.owns(owner) ? action : action.ofOthers(), resource);
    }

    private static String rolesOf(List<Grant> grants) {
        return grants.isEmpty()
                ? "who has no role"
                : "the role "
                        + grants.stream()
                                .map(grant -> grant.role().word())
                                .distinct()
                                .sorted()
                                .collect(Collectors.joining(" or "));
    }

    private static String placesOf(List<Grant> grants) {
        return grants.stream().map(Grant::places).distinct().collect(Collectors.joining(", "));
    }
}
