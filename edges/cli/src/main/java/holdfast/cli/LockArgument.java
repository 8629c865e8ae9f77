package holdfast.cli;

import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.keys.Keys;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Which of the caller's own locks a command is about. */
final class LockArgument implements Syntax.Part {
    private static final String LOCK = "HOLDFAST_LOCK";
    private static final String LOCK_ID = "HOLDFAST_LOCK_ID";
    private static final String CLAIM_ID = "HOLDFAST_CLAIM_ID";

    private final Context context;

    private final Argument<String> lock =
            Argument.optionalPositional(
                    "LOCK_ID", "As acquire printed it. Default: $HOLDFAST_LOCK_ID.");

    private final Argument<String> resource =
            Argument.option(
                    "--resource",
                    "RESOURCE",
                    "What the lock is on. With it the answer says how a lock ended "
                            + "that is not there any more. Default: $HOLDFAST_LOCK.");

    LockArgument(Context context) {
        this.context = context;
    }

    @Override
    public void addTo(CommandSpec command) {
        lock.addTo(command);
        resource.addTo(command);
    }

    LockId id() {
        String text = lock.isGiven() ? lock.given() : variable(LOCK_ID);
        if (text == null) {
            throw misuse("Name the lock by its id, or set HOLDFAST_LOCK_ID");
        }
        return new LockId(text);
    }

    /** Which claim of the lock the environment names with it; null if none, or another lock is meant. */
    @Nullable RequestId usualClaim() {
        String claim = lock.isGiven() ? null : variable(CLAIM_ID);
        return claim == null ? null : new RequestId(claim);
    }

    /** Where the lock is, or was; empty if that cannot be told. */
    Optional<Root> root(Session session) {
        String name = resource.isGiven() || lock.isGiven() ? resource.value() : variable(LOCK);
        return session.rootOf(id())
                .or(() -> Optional.ofNullable(name).map(text -> Keys.parse(text).root()));
    }

    /** What to say when it is not known where the lock is. */
    String unknown() {
        return "there is no lock "
                + id()
                + " any more, or never was; name its resource (--resource) to hear how it ended";
    }

    private @Nullable String variable(String name) {
        String value = context.environment().getOrDefault(name, "");
        if (value.lines().count() > 1) {
            throw misuse(name + " names several locks: say which one");
        }
        return value.isBlank() ? null : value;
    }

    ParameterException misuse(String what) {
        return lock.misuse(what);
    }
}
