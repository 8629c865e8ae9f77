package holdfast.cli;

import holdfast.engine.LockService;
import holdfast.model.InvalidRequestException;
import holdfast.state.LockFiles;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Which store a command works on: as the option says, or the environment, or the user's settings, or the usual one. */
final class StoreOption implements Syntax.Part {
    static final String VARIABLE = "HOLDFAST_STORE";

    private static final String FIRST_LOCK = "the first lock makes it";

    private final Context context;

    private final Argument<String> address =
            Argument.option(
                    "--store",
                    "ADDRESS",
                    "Where the locks are kept, as in sqlite:FILE, redis://HOST:PORT or dynamodb:TABLE. Default:"
                            + " $HOLDFAST_STORE, or as your configuration file says, or a file in your"
                            + " state directory.");

    private final ServerOption server;
    private final Supplier<@Nullable String> states;

    StoreOption(Context context) {
        this(context, () -> context.environment().get(StatesOption.VARIABLE));
    }

    /** @param states where the states are whose locks are in this store; null for in it */
    StoreOption(Context context, Supplier<@Nullable String> states) {
        this.context = context;
        this.server = new ServerOption(context);
        this.states = states;
    }

    @Override
    public void addTo(CommandSpec command) {
        address.addTo(command);
        server.addTo(command);
    }

    /** Whether servers keep the locks. Whoever names a store means that one, whatever the environment says. */
    boolean isServer() {
        if (address.isGiven() && server.isGiven()) {
            throw address.misuse("Name a store or a server, not both: --store, --server");
        }
        return !address.isGiven() && server.isNamed();
    }

    String absoluteAddress() {
        return isServer()
                ? server.address()
                : context.stores().absolute(address.isGiven() ? address.given() : usual());
    }

    /** Whether a command that was started without the option would work on the same store. */
    boolean isUsual() {
        return server.isUsual()
                ? isServer() && server.isTheUsual()
                : !isServer() && absoluteAddress().equals(context.stores().absolute(usual()));
    }

    /** What a command inside finds the same store by. */
    Map<String, String> surroundings() {
        var variables = new LinkedHashMap<String, String>();
        if (isServer()) {
            variables.putAll(server.surroundings());
            variables.put(VARIABLE, "");
        } else {
            variables.put(VARIABLE, absoluteAddress());
            if (server.isUsual()) {
                variables.put(ServerOption.VARIABLE, "");
            }
        }
        return variables;
    }

    /** Makes the store if there is none. */
    Session open() {
        return isServer()
                ? Session.at(context.stores().connect(server.servers()))
                : Session.on(context.stores().open(absoluteAddress()), this::shown);
    }

    /** Where people look at the files of the states, they read there who holds them. */
    private LockService shown(LockService locks) {
        String place = states.get();
        if (place == null || !context.stores().isLookedAt(place)) {
            return locks;
        }
        return new ShownLocks(
                locks,
                new LockFiles(locks, () -> documents(place)),
                context.stores().isOpenedQuickly(place)
                        ? ShownLocks.Brief.SHOWN
                        : ShownLocks.Brief.LEFT_TO_OTHERS);
    }

    /** A store is not made to show something in it. */
    private Optional<DocumentStore> documents(String place) {
        return context.stores().hasDocuments(place)
                ? Optional.of(context.stores().documents(place, absoluteAddress()))
                : Optional.empty();
    }

    /** What is kept beside the locks. Makes the store if there is none. */
    Records openRecords() {
        return isServer()
                ? new ServedRecords(desk())
                : new StoredRecords(
                        context.stores().openDocuments(absoluteAddress()),
                        () -> context.stores().open(absoluteAddress()));
    }

    /** Where servers are asked. */
    Desk desk() {
        return context.stores().desk(server.servers());
    }

    /** For what only makes sense on something that is kept already. */
    Records openExistingRecords() {
        if (!isThere()) {
            throw missing();
        }
        return openRecords();
    }

    /** For who must see the documents themselves, which no server hands out. */
    DocumentStore openExistingDocuments(String why) {
        if (isServer()) {
            throw new InvalidRequestException(
                    why + ": name the store with --store, not a server (" + source() + ")");
        }
        if (!isThere()) {
            throw missing();
        }
        return context.stores().openDocuments(absoluteAddress());
    }

    /** For what only makes sense on something that is stored already: a store is not made for it. */
    Session openExisting() {
        if (!isThere()) {
            throw missing();
        }
        return open();
    }

    /**
     * For who only looks: a store is not made for that. A name that somebody chose may be misspelt, and that must not look like
     * nobody holding a lock; where no store was ever named, nothing is what there is.
     */
    Session openToLook() {
        if (isThere()) {
            return open();
        }
        if (isNamed()) {
            throw missing();
        }
        sayThatItIsNotThere();
        return Session.on(context.stores().nothing());
    }

    boolean isThere() {
        return isServer() || context.stores().isThere(absoluteAddress());
    }

    /** Whether an option, the environment or the user's settings name it. */
    boolean isNamed() {
        return isServer() || address.isGiven() || usual() != null;
    }

    /** Says once that the usual store is not there yet, and waits for it. */
    boolean isThereOrLater(Waiting waiting) throws InterruptedException {
        if (isThere() || isNamed()) {
            return true;
        }
        sayThatItIsNotThere();
        while (!isThere()) {
            if (!waiting.more()) {
                return false;
            }
        }
        return true;
    }

    interface Waiting {
        /** @return false to give up */
        boolean more() throws InterruptedException;
    }

    private void sayThatItIsNotThere() {
        context.terminal().say("there is no store at " + absoluteAddress() + " yet: " + FIRST_LOCK);
    }

    private StoreException missing() {
        return new StoreException.Unavailable(
                "there is no store at "
                        + absoluteAddress()
                        + " ("
                        + source()
                        + "): is the name right? Otherwise "
                        + FIRST_LOCK,
                null);
    }

    /** Who says which store it is. */
    String source() {
        if (isServer()) {
            return server.source();
        }
        if (address.isGiven()) {
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
