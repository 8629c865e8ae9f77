package holdfast.server;

import holdfast.access.Access;
import holdfast.access.Action;
import holdfast.access.Verdict;
import holdfast.model.InvalidRequestException;
import holdfast.model.Owner;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.model.Root;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Someone whom a credential proves to be who it is. */
final class CredentialCaller implements Caller {
    /** The fact that holds the name that a caller gives itself. */
    private static final String CLAIMED_NAME = "claimed_name";

    private final holdfast.access.Caller known;

    CredentialCaller(holdfast.access.Caller known) {
        this.known = known;
    }

    @Override
    public String name() {
        return known.name();
    }

    @Override
    public String identity() {
        return known.identity();
    }

    @Override
    public Owner owner(String run, String claimed, Map<String, String> facts) {
        var all = new HashMap<>(facts);
        if (!claimed.isEmpty()) {
            all.put(CLAIMED_NAME, claimed);
        }
        return known.owner(run, all);
    }

    @Override
    public Owner other(String identity, String run, String name, Map<String, String> facts) {
        if (identity.isBlank()) {
            throw new InvalidRequestException("field 'receiver' names nobody");
        }
        String called = name.isEmpty() ? identity : name;
        return new holdfast.access.Caller(identity, called, List.of()).owner(run, facts);
    }

    @Override
    public boolean owns(Owner owner) {
        return known.owns(owner);
    }

    @Override
    public Optional<String> objection(Deed deed, Prefix below) {
        return objection(Access.decide(known.grants(), actionOf(deed), below));
    }

    @Override
    public Set<Prefix> sees() {
        return known.grants().stream()
                .flatMap(grant -> grant.prefixes().stream())
                .collect(Collectors.toSet());
    }

    @Override
    public boolean hearsOf(Root root) {
        Resource all = Resource.parse(root.text());
        return sees().stream().anyMatch(prefix -> prefix.touches(all));
    }

    @Override
    public Optional<String> objection(Deed deed, Resource resource) {
        return objection(Access.decide(known.grants(), actionOf(deed), resource));
    }

    @Override
    public Optional<String> objection(Deed deed, Resource resource, Owner owner) {
        return objection(Access.decideOn(known, actionOf(deed), resource, owner));
    }

    private Optional<String> objection(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Allowed _ -> Optional.empty();
            case Verdict.Refused refused -> Optional.of(name() + ": " + refused.reason());
        };
    }

    private static Action actionOf(Deed deed) {
        return switch (deed) {
            case READ -> Action.READ;
            case ACQUIRE -> Action.ACQUIRE;
            case RENEW -> Action.RENEW;
            case RELEASE -> Action.RELEASE;
            case CANCEL -> Action.CANCEL;
            case TRANSFER -> Action.TRANSFER;
            case FORCE_UNLOCK -> Action.FORCE_UNLOCK;
            case FREEZE -> Action.FREEZE;
            case THAW -> Action.THAW;
            case AUDIT -> Action.AUDIT;
            case RESTORE -> Action.RESTORE;
            case ADMINISTER -> Action.ADMINISTER;
        };
    }
}
