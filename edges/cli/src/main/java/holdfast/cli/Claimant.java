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
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who acquires, and under which name of the request, where a script wants to say so itself. */
final class Claimant {
    private final Context context;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = "--request-id",
            paramLabel = "ID",
            description =
                    "Names this request, so that a repeated step gets its first answer again and not"
                            + " a second lock. Choose a new one for each lock.")
    private @Nullable String request;

    @Option(
            names = "--owner-id",
            paramLabel = "OWNER_ID",
            description =
                    "Acquire as this owner. Default: the owner of the run around this command, or a"
                            + " new one.")
    private @Nullable String owner;

    @Option(
            names = "--under",
            paramLabel = "LOCK_ID",
            description =
                    "A lock that this owner still holds: what it covers can be claimed once more,"
                            + " under the same token. Needs --owner-id.")
    private @Nullable String under;

    Claimant(Context context) {
        this.context = context;
    }

    /** Before a store is opened. */
    void check() {
        if (under != null && owner == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "--under needs the owner of that lock too: --owner-id OWNER_ID");
        }
    }

    /** @param outer the run around this command, if its locks are in the same store */
    LockRequest appliedTo(LockRequest bare, Nesting.@Nullable Outer outer, ClaimOptions options) {
        LockRequest asked = request == null ? bare : bare.id(new RequestId(request));
        var identity = new Identity(context.environment());
        if (owner == null && outer != null) {
            return asked.under(options.named(outer.owner(identity)), outer.lock());
        }
        Owner named =
                options.named(
                        new Owner(ownerId(identity, asked), identity.name(), identity.facts()));
        return under == null ? asked.ownedBy(named) : asked.under(named, new LockId(under));
    }

    /** Whether the caller can repeat the request, and hears its answer again. */
    boolean isRepeatable() {
        return request != null;
    }

    /** A request that is repeated must come from the same owner, so its owner is named after it, and after the root that it is known in. */
    private OwnerId ownerId(Identity identity, LockRequest asked) {
        if (owner != null) {
            return new OwnerId(owner);
        }
        if (request == null) {
            return identity.newOwner().id();
        }
        String name = asked.toRequest().resource().root().text() + '\0' + request;
        return new OwnerId(
                UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString());
    }
}
