package holdfast.cli;

import holdfast.LockRequest;
import holdfast.model.LockId;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Who acquires, and under which name of the request, where a script wants to say so itself. */
final class Claimant implements Syntax.Part {
    private final Context context;

    private final Argument<String> request =
            Argument.option(
                    "--request-id",
                    "ID",
                    "Names this request, so that a repeated step gets its first answer again and not"
                            + " a second lock. Choose a new one for each lock.");

    private final Argument<String> owner =
            Argument.option(
                    "--owner-id",
                    "OWNER_ID",
                    "Acquire as this owner. Default: the owner of the run around this command, or a"
                            + " new one.");

    private final Argument<String> under =
            Argument.option(
                    "--under",
                    "LOCK_ID",
                    "A lock that this owner still holds: what it covers can be claimed once more,"
                            + " under the same token. Needs --owner-id.");

    Claimant(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        request.addTo(command);
        owner.addTo(command);
        under.addTo(command);
    }

    /** Before a store is opened. */
    void check() {
        if (under.isGiven() && !owner.isGiven()) {
            throw under.misuse("--under needs the owner of that lock too: --owner-id OWNER_ID");
        }
    }

    /** @param outer the run around this command, if its locks are in the same store */
    LockRequest appliedTo(LockRequest bare, Nesting.@Nullable Outer outer, ClaimOptions options) {
        LockRequest asked = request.isGiven() ? bare.id(new RequestId(request.given())) : bare;
        var identity = new Identity(context.environment());
        if (!owner.isGiven() && outer != null) {
            return asked.under(options.named(outer.owner(identity)), outer.lock());
        }
        Owner named =
                options.named(
                        new Owner(ownerId(identity, asked), identity.name(), identity.facts()));
        return under.isGiven()
                ? asked.under(named, new LockId(under.given()))
                : asked.ownedBy(named);
    }

    /** Whether the caller can repeat the request, and hears its answer again. */
    boolean isRepeatable() {
        return request.isGiven();
    }

    /** A request that is repeated must come from the same owner, so its owner is named after it, and after the root that it is known in. */
    private OwnerId ownerId(Identity identity, LockRequest asked) {
        if (owner.isGiven()) {
            return new OwnerId(owner.given());
        }
        if (!request.isGiven()) {
            return identity.newOwner().id();
        }
        String name = asked.toRequest().resource().root().text() + '\0' + request.given();
        return new OwnerId(
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString());
    }
}
