package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.server.Beside;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.server.Witness;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose clock the test moves, an engine on it that others work with, and command lines over it; or with a server between
 * the command lines and the store.
 */
final class CliScene implements AutoCloseable {
    static final Owner ALICE =
            new Owner(new OwnerId("7f3e"), "alice@laptop", Map.of("user", "alice", "pid", "42"));
    static final Owner BOB = new Owner(new OwnerId("8a2c"), "bob@laptop");

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final AtomicLong clock = new AtomicLong(NOON.getEpochSecond() * 1_000_000_000L);
    private final MemoryLockStore store = new MemoryLockStore(clock::get);
    private final Holdfast holdfast = Holdfast.on(store);
    private final @Nullable HoldfastServer server;

    /** Where the command lines find the locks. */
    enum Locks {
        IN_A_STORE,
        AT_A_SERVER
    }

    CliScene() {
        this(Locks.IN_A_STORE);
    }

    CliScene(Locks locks) {
        this(locks, Beside.NOTHING);
    }

    /** @param beside what the server has, if there is one */
    CliScene(Locks locks, Beside beside) {
        server = locks == Locks.AT_A_SERVER ? serve(beside) : null;
    }

    /** What a server has that has these documents. */
    static Beside keeping(DocumentStore documents) {
        return new Beside(
                Optional.empty(), Optional.empty(), Optional.of(documents), Optional.empty());
    }

    private HoldfastServer serve(Beside beside) {
        return HoldfastServer.start(
                new HoldfastServer.Parts(
                        holdfast.engine(),
                        store,
                        Gate.OPEN,
                        Optional.empty(),
                        Witness.NONE,
                        List.of(),
                        beside),
                ServerSettings.DEFAULT.at("127.0.0.1", 0));
    }

    Holdfast holdfast() {
        return holdfast;
    }

    LockStore store() {
        return store;
    }

    void advance(Duration by) {
        clock.addAndGet(by.toNanos());
    }

    /** For what waits for the clock of the store: a second at a time. */
    void advanceUntil(BooleanSupplier over) {
        long began = System.nanoTime();
        while (!over.getAsBoolean()) {
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw new AssertionError("it takes too long");
            }
            advance(Duration.ofSeconds(1));
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Held by Alice for two hours. */
    Hold held(String resource) {
        return held(ALICE, resource);
    }

    Hold held(Owner owner, String resource) {
        return granted(
                holdfast.lock(resource)
                        .ownedBy(owner)
                        .lease(Duration.ofHours(2))
                        .reason("deploy 1.2.3"));
    }

    static Hold granted(LockRequest request) {
        try {
            return ((AcquireOutcome.Granted) request.acquireDetached()).hold();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Someone waits in line for the resource when this returns. */
    @CanIgnoreReturnValue
    CompletableFuture<AcquireOutcome> waiting(Owner owner, String resource) {
        var outcome = new CompletableFuture<AcquireOutcome>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        outcome.complete(
                                holdfast.lock(resource)
                                        .ownedBy(owner)
                                        .lease(Duration.ofHours(1))
                                        .reason("hotfix")
                                        .waitAtMost(Duration.ofMinutes(5))
                                        .acquireDetached());
                    } catch (InterruptedException | RuntimeException e) {
                        outcome.completeExceptionally(e);
                    }
                });
        Root root = Resource.parse(resource).root();
        long began = System.nanoTime();
        while (holdfast.engine().queues().of(root).stream()
                .noneMatch(waiter -> waiter.owner().is(owner))) {
            if (outcome.isDone() || System.nanoTime() - began > PATIENCE.toNanos()) {
                throw new AssertionError(owner + " does not wait: " + outcome);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return outcome;
    }

    /** Somebody waits in line for the resource when this returns. */
    void awaitWaiting(String resource) {
        Root root = Resource.parse(resource).root();
        long began = System.nanoTime();
        while (holdfast.engine().queues().of(root).isEmpty()) {
            if (System.nanoTime() - began > PATIENCE.toNanos()) {
                throw new AssertionError("nobody waits for " + resource);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    List<Hold> live() {
        var page = store.holds(null, 100);
        return page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
    }

    CliRun cli() {
        return cli(Map.of());
    }

    CliRun cli(Map<String, String> environment) {
        return cli(environment, OptionalInt.empty());
    }

    CliRun cli(Map<String, String> environment, OptionalInt columns) {
        var all = new HashMap<>(environment);
        if (server != null) {
            all.putIfAbsent("HOLDFAST_SERVER", "http://127.0.0.1:" + server.port());
        }
        return new CliRun(this::keptOpen, all, columns);
    }

    /** What is printed by a command that does what it is asked. */
    String out(String... arguments) {
        var cli = cli();
        assertThat(cli.run(arguments)).as(cli::err).isZero();
        assertThat(cli.err()).isEmpty();
        return cli.out();
    }

    /** Commands close their stores; the test's own engine still needs this one. */
    private LockStore keptOpen() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            try {
                                return method.getName().equals("close")
                                        ? null
                                        : method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
        holdfast.close();
        store.close();
    }
}
