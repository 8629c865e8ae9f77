package holdfast.server;

import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import java.util.Map;
import java.util.Optional;

/** Anybody on this machine, while no access is configured: is who it says it is, and may do everything. */
final class LocalCaller implements Caller {
    private static final String NAME = "local";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String identity() {
        return "";
    }

    @Override
    public Owner owner(String run, String claimed, Map<String, String> facts) {
        return new Owner(new OwnerId(run), claimed.isEmpty() ? NAME : claimed, facts);
    }

    @Override
    public boolean owns(Owner owner) {
        return true;
    }

    @Override
    public Optional<String> objection(Deed deed, Prefix below) {
        return Optional.empty();
    }

    @Override
    public Optional<String> objection(Deed deed, Resource resource) {
        return Optional.empty();
    }

    @Override
    public Optional<String> objection(Deed deed, Resource resource, Owner owner) {
        return Optional.empty();
    }
}
