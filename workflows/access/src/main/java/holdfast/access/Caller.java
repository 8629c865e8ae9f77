package holdfast.access;

import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who makes a request, as its credential says.
 *
 * @param identity names the credential's holder for good, such as {@code token:ci}; empty for {@link #LOCAL}
 * @param name what people call it; the name of all its owners
 */
public record Caller(String identity, String name, List<Grant> grants) {
    /** The fact that says to whom an owner belongs. Callers cannot set it. */
    public static final String IDENTITY = "identity";

    /** The fact that holds the run as the caller named it. */
    public static final String RUN = "run";

    /** Longer names of runs would not fit into an owner's id together with what binds them to the identity. */
    public static final int RUN_LENGTH_MAX = OwnerId.LENGTH_MAX - Identities.MARK_LENGTH - 1;

    /** Anybody on this machine, while no access is configured: is who it says it is, and may do everything. */
    public static final Caller LOCAL =
            new Caller("", "local", List.of(Grant.everywhere(Role.ADMIN)));

    public Caller {
        grants = List.copyOf(grants);
    }

    public boolean isLocal() {
        return identity.isEmpty();
    }

    /**
     * The owner under which this caller's run acts. Its id is a function of the identity and the run: the same for a repetition, and
     * never that of another identity.
     *
     * @param run chosen by the caller, random for each run; or the id that an earlier call of this method made from it
     * @param claimed what the caller says about itself; what the credential says goes before it
     */
    public Owner owner(String run, Map<String, String> claimed) {
        String mark = "." + Identities.mark(identity);
        String bare = run.endsWith(mark) ? run.substring(0, run.length() - mark.length()) : run;
        if (bare.length() > RUN_LENGTH_MAX) {
            throw new InvalidRequestException(
                    "the name of a run has "
                            + bare.length()
                            + " characters, the limit is "
                            + RUN_LENGTH_MAX);
        }
        var facts = new TreeMap<>(claimed);
        facts.put(RUN, bare);
        facts.put(IDENTITY, identity);
        return new Owner(new OwnerId(bare + mark), name, facts);
    }

    /** Whether the owner acts for this caller. Locally everybody is trusted with everything. */
    public boolean owns(Owner owner) {
        return isLocal() || identity.equals(owner.facts().get(IDENTITY));
    }
}
