package holdfast.store;

import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import java.util.Set;

/** What a reader of a root wants to see beside what every reader sees. */
public record Interest(Set<RequestId> requests, Set<OwnerId> owners) {
    public static final Interest NONE = new Interest(Set.of(), Set.of());

    public Interest {
        requests = Set.copyOf(requests);
        owners = Set.copyOf(owners);
    }

    public static Interest in(RequestId request) {
        return new Interest(Set.of(request), Set.of());
    }

    public static Interest in(OwnerId owner) {
        return new Interest(Set.of(), Set.of(owner));
    }
}
