package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.model.AcquireOutcome;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tools that know only the older format respect our locks, and we theirs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class OldClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String KEY = "stack:shop:env:production";
    private static final Map<String, String> BY_CI =
            Map.of("lockedBy", "github-actions-run-12345", "gitCommit", "a1b2c3d4e5f6");

    private final DynamoAddress address = TestDynamo.newTables("&margin=0s");
    private final DynamoLockStore store = DynamoLockStore.open(address);
    private final Holdfast holdfast = Holdfast.on(store);
    private final OldClient old = OldClient.on(address, Duration.ofHours(1));
    private final OldClient hasty = OldClient.on(address, Duration.ofSeconds(2));

    @AfterEach
    void stop() {
        holdfast.close();
        store.close();
        old.close();
        hasty.close();
    }

    private AcquireOutcome tryLock(String resource) throws InterruptedException {
        return holdfast.lock(resource).lease(Duration.ofMinutes(1)).acquireDetached();
    }

    private void release(AcquireOutcome outcome) {
        var granted = (AcquireOutcome.Granted) outcome;
        holdfast.engine()
                .release(
                        granted.hold().resource().root(),
                        granted.hold().id(),
                        granted.claim().request());
    }

    @Test
    void aLockOfOursIsHeldForAnOldToolUntilItIsGivenBack() throws Exception {
        AcquireOutcome ours = tryLock(KEY);
        assertThat(old.acquire(KEY, BY_CI)).isEmpty();

        release(ours);
        assertThat(old.acquire(KEY, BY_CI)).isPresent();
    }

    @Test
    void aLockOnAPartOfARootHoldsAnOldToolOff() throws Exception {
        AcquireOutcome part = tryLock(KEY + "//api");

        assertThat(old.acquire(KEY, BY_CI)).isEmpty();
        release(part);
        assertThat(old.acquire(KEY, BY_CI)).isPresent();
    }

    /** Else an old tool would take the root past them, and the service clear it away. */
    @Test
    void theEndOfAnItemIsNotBeforeThatOfAnybodyWhoWaits() throws Exception {
        holdfast.lock(KEY).lease(Duration.ofSeconds(2)).acquireDetached();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HeldLock> waits =
                    threads.submit(() -> holdfast.lock(KEY).waitAtMost(PATIENCE).takeOrThrow());
            Await.until(PATIENCE, () -> !store.queue(Resource.parse(KEY).root(), 10).isEmpty());
            var waiter = store.queue(Resource.parse(KEY).root(), 10);

            assertThat(waiter)
                    .allSatisfy(one ->
                            assertThat(Attributes.number(old.item(KEY), "expiresAt"))
                                    .isGreaterThanOrEqualTo(
                                            one.until().epochNanos() / 1_000_000_000L));
            assertThat(old.acquire(KEY, BY_CI)).isEmpty();
            waits.get(60, TimeUnit.SECONDS).close();
        }
    }

    @Test
    void anOldToolReadsWhoHoldsOurLock() throws Exception {
        holdfast.lock(KEY).lease(Duration.ofMinutes(1)).reason("release").acquireDetached();

        Map<String, AttributeValue> item = old.item(KEY);

        long now = System.currentTimeMillis() / 1_000;
        assertThat(item)
                .containsKeys(
                        "lockKey",
                        "lockId",
                        "lockedBy",
                        "lockedAt",
                        "expiresAt",
                        "lastHeartbeat",
                        "metadata");
        assertThat(Attributes.text(item, "lockId")).startsWith("lock_");
        assertThat(Attributes.text(item, "lockedBy")).isNotBlank();
        assertThat(Attributes.number(item, "lockedAt")).isCloseTo(now, within(5L));
        assertThat(Attributes.number(item, "expiresAt")).isCloseTo(now + 60, within(6L));
        assertThat(item).containsEntry("metadata", AttributeValue.fromM(Map.of()));
    }

    @Test
    void theLockOfAnOldToolIsShownAndRespectedUntilItIsReleased() throws Exception {
        String id = old.acquire(KEY, BY_CI).orElseThrow();

        var refused = (AcquireOutcome.Refused) tryLock(KEY + "//api");
        var held = (Refusal.Held) refused.refusal();
        assertThat(held.holders().getFirst().owner().name()).isEqualTo("github-actions-run-12345");
        assertThat(store.holds(null, 10).holds()).hasSize(1);

        assertThat(old.heartbeat(KEY, id)).isTrue();
        old.release(KEY, id);
        assertThat(tryLock(KEY)).isInstanceOf(AcquireOutcome.Granted.class);
        assertThat(old.heartbeat(KEY, id)).isFalse();
    }

    @Test
    void whoWaitsBehindAnOldToolGetsTheLockWhenThatIsDone() throws Exception {
        String id = old.acquire(KEY, BY_CI).orElseThrow();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<HeldLock> waits =
                    threads.submit(() -> holdfast.lock(KEY).waitAtMost(PATIENCE).takeOrThrow());
            Await.until(PATIENCE, () -> store.queue(Resource.parse(KEY).root(), 10).size() == 1);
            assertThat(old.heartbeat(KEY, id)).isTrue();

            old.release(KEY, id);

            HeldLock lock = waits.get(60, TimeUnit.SECONDS);
            assertThat(old.acquire(KEY, BY_CI)).isEmpty();
            lock.close();
            assertThat(old.acquire(KEY, BY_CI)).isPresent();
        }
    }

    @Test
    void theLockOfAnOldToolThatDiedIsTakenWhenItsTimeIsOverAndTokensGrow() throws Exception {
        AcquireOutcome before = tryLock(KEY);
        release(before);
        assertThat(hasty.acquire(KEY, BY_CI)).isPresent();

        long[] token = new long[1];
        Await.until(
                PATIENCE,
                () -> {
                    token[0] = tokenOf(KEY);
                    return token[0] > 0;
                });

        assertThat(token[0])
                .isGreaterThan(((AcquireOutcome.Granted) before).hold().token().value());
    }

    private long tokenOf(String resource) {
        try {
            return tryLock(resource) instanceof AcquireOutcome.Granted granted
                    ? granted.hold().token().value()
                    : 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aHolderWhoseLockAnOldToolTookAwayByForceHearsThatItIsLost() throws Exception {
        HeldLock lock = holdfast.lock(KEY).lease(Duration.ofSeconds(3)).takeOrThrow();

        old.forceUnlock(KEY);

        Await.until(PATIENCE, () -> !lock.state().isHeld());
        assertThat(tokenOf(KEY)).isGreaterThan(lock.token().value());
    }

    @Test
    void itemsOfSomethingElseAreLeftAloneAndTakenForHeldWhereTheyHaveNoEnd() throws Exception {
        var odd = Map.of("lockKey", AttributeValue.fromS("odd"), "size", AttributeValue.fromN("7"));
        old.put(odd);
        old.put(Map.of("lockKey", AttributeValue.fromS("//no/root//")));

        assertThat(tryLock("odd")).isInstanceOf(AcquireOutcome.Refused.class);
        assertThat(store.lapsed(10)).isEmpty();
        assertThat(old.item("odd")).isEqualTo(odd);
        assertThat(store.holds(null, 10).holds()).hasSize(1);
    }

    @Test
    void itemsOfSomethingElseMayHaveAttributesThatAreNamedLikeOurs() throws Exception {
        Map<String, AttributeValue> odd =
                Map.of(
                        "lockKey", AttributeValue.fromS("odd"),
                        "lockId", AttributeValue.fromN("5"),
                        "expiresAt", AttributeValue.fromS("soon"),
                        "metadata", AttributeValue.fromS("none"),
                        "revision", AttributeValue.fromS("7"));
        old.put(odd);
        old.put(
                Map.of(
                        "lockKey", AttributeValue.fromS("over"),
                        "expiresAt", AttributeValue.fromN("1700000000"),
                        "revision", AttributeValue.fromN("7"),
                        "body", AttributeValue.fromS("text")));

        assertThat(tryLock("odd")).isInstanceOf(AcquireOutcome.Refused.class);
        assertThat(old.item("odd")).isEqualTo(odd);
        assertThat(tryLock("over")).isInstanceOf(AcquireOutcome.Granted.class);
    }

    /** The heart of it: in a crowd of both kinds nobody ever meets another in the room. */
    @Test
    void oldToolsAndHoldfastNeverHoldTheSameLockAtOnce() throws Exception {
        var room = new Room();
        Callable<Void> olds =
                () -> {
                    while (!room.isWellVisited()) {
                        Optional<String> id = old.acquire(KEY, BY_CI);
                        if (id.isPresent()) {
                            room.visit(room.byOld);
                            old.release(KEY, id.get());
                        }
                        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(60_000_000));
                    }
                    return null;
                };
        Callable<Void> ours =
                () -> {
                    while (!room.isWellVisited()) {
                        String part = ThreadLocalRandom.current().nextBoolean() ? "" : "//api";
                        AcquireOutcome outcome = tryLock(KEY + part);
                        if (outcome instanceof AcquireOutcome.Granted) {
                            room.visit(room.byUs);
                            release(outcome);
                        }
                    }
                    return null;
                };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                all.add(threads.submit(olds));
                all.add(threads.submit(ours));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
        assertThat(room.met).hasValue(0);
    }

    /** Where only one may be. */
    private static final class Room {
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicInteger met = new AtomicInteger();
        private final AtomicInteger byOld = new AtomicInteger();
        private final AtomicInteger byUs = new AtomicInteger();

        void visit(AtomicInteger visits) {
            if (inside.incrementAndGet() > 1) {
                met.incrementAndGet();
            }
            LockSupport.parkNanos(1_000_000);
            visits.incrementAndGet();
            inside.decrementAndGet();
        }

        boolean isWellVisited() {
            return met.get() > 0 || (byOld.get() >= 60 && byUs.get() >= 60);
        }
    }

    /** A grant that was decided for a free root, when an old tool is a moment faster. */
    @Test
    void whatWasDecidedForAFreeRootIsRefusedWhenAnOldToolHasIt() {
        var free = store.read(Drafts.ROOT, Interest.NONE);
        var grant =
                Drafts.commit(Drafts.hold("alice").grant())
                        .given(
                                new Condition.VersionIs(free.version()),
                                new Condition.EpochIs(free.epoch()));
        assertThat(old.acquire(Drafts.ROOT.text(), BY_CI)).isPresent();

        assertThat(store.commit(List.of(grant.draft())).getFirst())
                .isInstanceOf(CommitResult.Refused.class);
    }
}
