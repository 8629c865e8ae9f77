package holdfast.cli;

import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.keys.Keys;
import holdfast.store.LockStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which of the caller's own locks a command is about. */
final class LockArgument {
    private static final String LOCK = "HOLDFAST_LOCK";
    private static final String LOCK_ID = "HOLDFAST_LOCK_ID";
    private static final String CLAIM_ID = "HOLDFAST_CLAIM_ID";

    private final Context context;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Parameters(
            arity = "0..1",
            paramLabel = "LOCK_ID",
            description = "As acquire printed it. Default: $HOLDFAST_LOCK_ID.")
    private @Nullable String lock;

    @Option(
            names = "--resource",
            paramLabel = "RESOURCE",
            description =
                    "What the lock is on. With it the answer says how a lock ended "
                            + "that is not there any more. Default: $HOLDFAST_LOCK.")
    private @Nullable String resource;

    LockArgument(Context context) {
        this.context = context;
    }

    LockId id() {
        String text = lock == null ? variable(LOCK_ID) : lock;
        if (text == null) {
            throw misuse("Name the lock by its id, or set HOLDFAST_LOCK_ID");
        }
        return new LockId(text);
    }

    /** Which claim of the lock the environment names with it; null if none, or another lock is meant. */
    @Nullable RequestId usualClaim() {
        String claim = lock == null ? variable(CLAIM_ID) : null;
        return claim == null ? null : new RequestId(claim);
    }

    /** Where the lock is, or was; empty if that cannot be told. */
    Optional<Root> root(LockStore store) {
        String name = resource == null && lock == null ? variable(LOCK) : resource;
        return store.rootOf(id())
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
        return new ParameterException(command.commandLine(), what);
    }
}
