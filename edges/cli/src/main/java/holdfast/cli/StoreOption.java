package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.store.LockStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on: as the option says, or the environment, or the user's settings, or the usual one. */
final class StoreOption {
    static final String VARIABLE = "HOLDFAST_STORE";

    private final Context context;

    @Option(
            names = "--store",
            paramLabel = "ADDRESS",
            description =
                    "Where the locks are kept, as in sqlite:FILE. Default: $HOLDFAST_STORE, or as"
                            + " your configuration file says, or a file in your state directory.")
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

    /** Who says which store it is. */
    String source() {
        if (address != null) {
            return "--store";
        }
        if (variable() != null) {
            return VARIABLE;
        }
        var configuration = Configuration.of(context.environment());
        return configuration.store().isPresent()
                ? configuration.file().orElseThrow().toString()
                : "the usual one";
    }

    private @Nullable String usual() {
        String variable = variable();
        return variable == null ? configured() : variable;
    }

    private @Nullable String variable() {
        String variable = context.environment().get(VARIABLE);
        return variable == null || variable.isBlank() ? null : variable;
    }

    /** Settings hold in every directory, and so must the address. */
    private @Nullable String configured() {
        var configuration = Configuration.of(context.environment());
        if (configuration.store().isEmpty()) {
            return null;
        }
        String store = configuration.store().get();
        String absolute = context.stores().absolute(store);
        if (!absolute.equals(store)) {
            throw new InvalidRequestException(
                    configuration.file().orElseThrow()
                            + " names the store "
                            + store
                            + ", which depends on the directory: write, for example, "
                            + absolute);
        }
        return store;
    }
}
