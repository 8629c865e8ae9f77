package holdfast.cli;

import holdfast.store.LockStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on: as the option says, or the environment, or the usual one. */
final class StoreOption {
    static final String VARIABLE = "HOLDFAST_STORE";

    private final Context context;

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description = {
                "Where the locks are kept, as in sqlite:FILE.",
                "Default: $HOLDFAST_STORE, or a file in your state directory."
            })
    private @Nullable String address;

    StoreOption(Context context) {
        this.context = context;
    }

    String absoluteAddress() {
        return context.stores().absolute(address == null ? usual() : address);
    }

    /** Whether a command that was started without the option would work on the same store. */
    boolean isUsual() {
        return absoluteAddress().equals(context.stores().absolute(usual()));
    }

    LockStore open() {
        return context.stores().open(absoluteAddress());
    }

    private @Nullable String usual() {
        String variable = context.environment().get(VARIABLE);
        return variable == null || variable.isBlank() ? null : variable;
    }
}
