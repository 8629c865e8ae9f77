package holdfast.cli;

import holdfast.client.ClientSettings;
import holdfast.client.ServerDesk;
import holdfast.client.ServerLocks;
import holdfast.engine.LockService;
import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The command line over a store of the test, with what it printed. */
final class CliRun {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Stores stores;
    private final Map<String, String> environment;
    private final OptionalInt columns;
    private DocumentStore documents = new MemoryDocumentStore();
    private boolean there = true;
    private Answers answers = () -> null;
    private Pauses pauses = length -> false;
    private Stores.@Nullable Watched watched;
    private @Nullable Origin origin;
    private @Nullable LockTable lockTable;

    CliRun(Supplier<LockStore> store, Map<String, String> environment) {
        this(store, environment, OptionalInt.empty());
    }

    CliRun(Supplier<LockStore> store, Map<String, String> environment, OptionalInt columns) {
        this.environment = environment;
        this.columns = columns;
        this.stores =
                new Stores() {
                    @Override
                    public String absolute(@Nullable String address) {
                        return address == null
                                ? "test:usual"
                                : address.replaceFirst("^test:relative/", "test:/directory/");
                    }

                    @Override
                    public boolean isThere(String address) {
                        return there;
                    }

                    @Override
                    public LockStore nothing() {
                        return new MemoryLockStore(() -> 0);
                    }

                    @Override
                    public LockStore open(String address) {
                        return store.get();
                    }

                    @Override
                    public DocumentStore openDocuments(String address) {
                        return documents;
                    }

                    @Override
                    public DocumentStore documents(@Nullable String address, String locks) {
                        return documents;
                    }

                    @Override
                    public LockService connect(ServerAddress address) {
                        return ServerLocks.openBriefly(settings(address));
                    }

                    @Override
                    public Desk desk(ServerAddress address) {
                        return new DeskAtServers(ServerDesk.openBriefly(settings(address)));
                    }

                    private ClientSettings settings(ServerAddress address) {
                        return ClientSettings.of(address.urls().toArray(String[]::new));
                    }

                    @Override
                    public Origin origin(String address) {
                        return Objects.requireNonNull(origin);
                    }

                    @Override
                    public LockTable lockTable(String address) {
                        return Objects.requireNonNull(lockTable);
                    }

                    @Override
                    public Optional<Watched> watched(LockStore opened) {
                        return Optional.ofNullable(watched);
                    }
                };
    }

    /** With these documents, which outlive the command. */
    CliRun on(DocumentStore others) {
        documents = others;
        return this;
    }

    /** A person who gives these answers, and then none. */
    CliRun answering(String... lines) {
        var rest = new ArrayDeque<>(List.of(lines));
        answers = rest::poll;
        return this;
    }

    /** Nobody has made the store yet. */
    CliRun beforeTheStoreIsMade() {
        there = false;
        return this;
    }

    /** Somebody watches how the store answers, and saw this. */
    CliRun watching(Stores.Watched seen) {
        watched = seen;
        return this;
    }

    /** Another tool keeps its states here, and its locks there. */
    CliRun importing(Origin from, @Nullable LockTable locks) {
        origin = from;
        lockTable = locks;
        return this;
    }

    /** Over documents that others have too. */
    CliRun keeping(DocumentStore others) {
        documents = others;
        return this;
    }

    CliRun pausing(Pauses other) {
        pauses = other;
        return this;
    }

    int run(String... arguments) {
        var terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        () -> columns,
                        () -> columns);
        return new Cli("1.2.3-test", new Context(stores, environment, terminal, answers, pauses))
                .run(arguments);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
