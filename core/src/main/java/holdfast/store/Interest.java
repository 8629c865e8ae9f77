package holdfast.store;

import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import java.util.Set;

/**
 * What a reader of a root wants to see beside what every reader sees.
 *
 * @param when whether who commits wants to see the root even if the commit is made
 */
public record Interest(Set<RequestId> requests, Set<OwnerId> owners, When when) {
    public static final Interest NONE = new Interest(Set.of(), Set.of());

    /** How many of an exclusive line are shown to who wants to see far, if the store can. */
    public static final int FAR = 16;

    /** When a commit shows the root. */
    public enum When {
        REFUSED,
        ALWAYS,
        /** And then more of each exclusive line than a look need show, if the store can: who commits will hand over more than once. */
        ALWAYS_FAR
    }

    public Interest(Set<RequestId> requests, Set<OwnerId> owners) {
        this(requests, owners, When.REFUSED);
    }

    public Interest {
        requests = Set.copyOf(requests);
        owners = Set.copyOf(owners);
    }

    public static Interest in(RequestId request) {
        return new Interest(Set.of(request), Set.of());
    }

    public Interest always() {
        return new Interest(requests, owners, When.ALWAYS);
    }

    public Interest alwaysFar() {
        return new Interest(requests, owners, When.ALWAYS_FAR);
    }

    /** Whether a commit that is made shows the root too. */
    public boolean isAlways() {
        return when != When.REFUSED;
    }

    public static Interest in(OwnerId owner) {
        return new Interest(Set.of(), Set.of(owner));
    }
}
