package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEvent;
import holdfast.json.JsonObject;
import holdfast.model.AcquireOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Quarantine;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.TransferRequest;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation of an engine is a line of the trail. */
final class EngineEventsTest {
    private static final Owner ALICE = new Owner(new OwnerId("1"), "alice");
    private static final Owner BOB = new Owner(new OwnerId("2"), "bob");
    private static final Root SHOP = new Root("shop");
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private static final EngineSettings SCANNING = scanning(EngineSettings.DEFAULT);

    @TempDir private Path folder;
    private Trails trails;
    private AuditTrail trail;

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000_000_000L);
    private final MemoryLockStore store = new MemoryLockStore(clock::get);
    private volatile @Nullable Runnable beforeJoin;
    private final Holdfast holdfast = Holdfast.on(meddled());
    private final List<JsonObject> lines = new ArrayList<>();

    /** Looks for deadlocks all the time. */
    private static EngineSettings scanning(EngineSettings usual) {
        return new EngineSettings(
                usual.rules(),
                usual.heartbeat(),
                usual.ticketTouch(),
                usual.staleAfter(),
                usual.victimPolicy(),
                Duration.ofMillis(200),
                usual.sweep(),
                usual.commitAttemptsMax());
    }

    @BeforeEach
    void open() {
        trails = new Trails(folder.resolve("audit"));
        trail = trails.open();
        holdfast.engine().onEvent(trail::record);
    }

    @AfterEach
    void close() {
        holdfast.close();
        trail.close();
        store.close();
    }

    /** Something may happen before somebody joins a queue. */
    private LockStore meddled() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            Runnable before = beforeJoin;
                            if (before != null
                                    && method.getName().equals("commit")
                                    && joins((List<?>) arguments[0])) {
                                beforeJoin = null;
                                before.run();
                            }
                            try {
                                return method.invoke(store, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    private static boolean joins(List<?> commits) {
        return commits.stream()
                .map(Commit.class::cast)
                .flatMap(commit -> commit.changes().stream())
                .anyMatch(Change.Join.class::isInstance);
    }

    private LockRequest request(String resource, Owner owner) {
        return holdfast.lock(resource).ownedBy(owner).lease(Duration.ofMinutes(1));
    }

    private static Hold acquire(LockRequest request) throws InterruptedException {
        return ((AcquireOutcome.Granted) request.acquireDetached()).hold();
    }

    /** It stands in line when this returns. */
    private CompletableFuture<AcquireOutcome> waiting(Root root, LockRequest request) {
        int before = waiters(root);
        CompletableFuture<AcquireOutcome> outcome =
                CompletableFuture.supplyAsync(
                        () -> acquired(request.waitAtMost(Duration.ofMinutes(5))),
                        work -> Thread.ofVirtual().start(work));
        long began = System.nanoTime();
        while (waiters(root) == before) {
            if (outcome.isDone() || System.nanoTime() - began > PATIENCE_NANOS) {
                throw new AssertionError("nobody waits: " + outcome);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return outcome;
    }

    private static AcquireOutcome acquired(LockRequest request) {
        try {
            return request.acquireDetached();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int waiters(Root root) {
        return store.queue(root, 10).size();
    }

    /** What was written since the last time, without {@code lock.}. */
    private List<String> written() throws IOException {
        List<JsonObject> all = trails.lines().stream().map(JsonObject::parse).toList();
        List<JsonObject> fresh = all.subList(lines.size(), all.size());
        List<String> events =
                fresh.stream().map(line -> line.text("event").substring("lock.".length())).toList();
        lines.addAll(fresh);
        return events;
    }

    private String detail() {
        return String.valueOf(lines.getLast().texts("metadata").get("detail"));
    }

    @Test
    void takingClaimingAndGivingBack() throws Exception {
        Hold hold = acquire(request("shop", ALICE));
        Hold claimed = acquire(holdfast.lock("shop//api").under(ALICE, hold.id()));
        holdfast.engine().release(SHOP, hold.id(), claimed.claims().getLast().request());
        holdfast.engine().release(SHOP, hold.id(), null);

        assertThat(written()).containsExactly("acquired", "claimed", "unclaimed", "released");
        assertThat(lines.get(1).text("lock_key")).isEqualTo("shop//api");
    }

    @Test
    void forcingWithAndWithoutAQuarantine() throws Exception {
        Hold hold = acquire(request("shop", ALICE));
        force(hold, new Quarantine.Skipped());
        assertThat(written()).containsExactly("acquired", "forced");
        assertThat(detail()).isEqualTo("by bob: wedged");

        force(acquire(request("shop", ALICE)), Quarantine.usual());
        assertThat(written()).containsExactly("acquired", "forced", "quarantined");
    }

    private void force(Hold hold, Quarantine quarantine) {
        holdfast.engine()
                .forceUnlock(
                        SHOP,
                        new ForceUnlockRequest(Set.of(hold.id()), "bob", "wedged", quarantine));
    }

    @Test
    void transferring() throws Exception {
        Hold hold = acquire(request("shop", ALICE));
        holdfast.engine().transfer(SHOP, new TransferRequest(new RequestId("t-1"), hold.id(), BOB));

        assertThat(written()).containsExactly("acquired", "transferred", "acquired");
        assertThat(lines.get(1).text("locked_by")).isEqualTo("alice");
        assertThat(lines.get(2).text("locked_by")).isEqualTo("bob");
    }

    @Test
    void queueingAndCancelling() throws Exception {
        acquire(request("shop", ALICE));
        var waiting = waiting(SHOP, request("shop", BOB).id(new RequestId("bobs")));
        holdfast.engine().cancel(SHOP, new RequestId("bobs"), "not needed");

        assertThat(waiting.get(30, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Refused.class);
        assertThat(written()).containsExactly("acquired", "queued", "cancelled");
        assertThat(detail()).contains("not needed");
    }

    @Test
    void expiring() throws Exception {
        acquire(request("shop", ALICE));
        clock.addAndGet(Duration.ofMinutes(2).toNanos());
        acquire(request("shop", BOB));

        assertThat(written()).containsExactly("acquired", "expired", "acquired");
        assertThat(lines.get(1).text("locked_by")).isEqualTo("alice");
    }

    /** Two who join at the same moment see no cycle then: it is found later. */
    @Test
    void beingAbortedForTheSakeOfOthers() throws Exception {
        acquire(request("shop", ALICE));
        acquire(request("blog", BOB));
        try (var elsewhere = Holdfast.on(store, SCANNING)) {
            elsewhere.engine().onEvent(trail::record);
            var others = new ArrayList<CompletableFuture<AcquireOutcome>>();
            beforeJoin =
                    () ->
                            others.add(
                                    waiting(
                                            SHOP,
                                            elsewhere
                                                    .lock("shop")
                                                    .ownedBy(BOB)
                                                    .lease(Duration.ofMinutes(1))));
            var mine = waiting(new Root("blog"), request("blog", ALICE));

            assertThat(CompletableFuture.anyOf(mine, others.getFirst()).get(60, TimeUnit.SECONDS))
                    .isInstanceOf(AcquireOutcome.Refused.class);
            assertThat(written())
                    .containsExactly("acquired", "acquired", "queued", "queued", "aborted");
            assertThat(lines.getLast().text("level")).isEqualTo("WARN");
        }
    }

    /** Of all that an engine can do, nothing is missing above. */
    @Test
    void allOfIt() {
        assertThat(
                        Stream.of(LockEvent.Type.values())
                                .map(type -> type.name().toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrder(
                        "acquired",
                        "quarantined",
                        "queued",
                        "claimed",
                        "unclaimed",
                        "released",
                        "expired",
                        "forced",
                        "transferred",
                        "cancelled",
                        "aborted");
    }
}
