package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.dynamodb.local.LocalDynamo;
import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.FaultyProxy;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real engines on a DynamoDB that fails, and on hosts whose clocks are wrong. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class EngineFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);

    private int requests;

    @Test
    void aServiceThatIsStoppedForLongerThanALeaseLosesTheLockAndTheNextTokenIsLarger()
            throws Exception {
        BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
        try (var server = LocalDynamo.start()) {
            DynamoTables.create(
                    DynamoAddress.parse("dynamodb:stopped?timeout=60s&" + server.settings()));
            var address = DynamoAddress.parse("dynamodb:stopped?timeout=2s&" + server.settings());
            try (var store = DynamoLockStore.open(address);
                    var other = DynamoLockStore.open(address);
                    var holder = Holdfast.on(store);
                    var next = Holdfast.on(other)) {
                HeldLock lock = holder.lock("shop").lease(Duration.ofSeconds(6)).takeOrThrow();
                lock.onLost(losses::add);

                server.signal("STOP");
                Loss loss = losses.poll(60, TimeUnit.SECONDS);
                server.signal("CONT");

                assertThat(loss).isNotNull();
                long[] token = new long[1];
                Await.until(
                        PATIENCE,
                        () -> {
                            token[0] = tokenOf(next);
                            return token[0] > 0;
                        });
                assertThat(token[0]).isGreaterThan(lock.token().value());
            }
        }
    }

    private static long tokenOf(Holdfast holdfast) {
        try {
            return holdfast.lock("shop").acquireDetached() instanceof AcquireOutcome.Granted granted
                    ? granted.hold().token().value()
                    : 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aGrantWhoseAnswerWasLostIsFoundAgainAndGivenOnce() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        try (var proxy = FaultyProxy.before(TestDynamo.server().port());
                var store =
                        DynamoLockStore.open(
                                TestDynamo.through(proxy.port(), address, "&timeout=2s"));
                var holdfast = Holdfast.on(store)) {
            holdfast.lock("shop").takeOrThrow().close();
            proxy.cutAtTheNextAnswer();

            AcquireOutcome outcome = holdfast.lock("shop").lease(HOUR).acquireDetached();

            assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
            assertThat(store.holds(null, 10).holds()).hasSize(1);
        }
    }

    @Test
    void leasesEndByTheServicesTimeHoweverWrongTheClocksOfTheirHoldersAre() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        try (var one = DynamoLockStore.open(address);
                var two = DynamoLockStore.open(address);
                var fast = LockEngine.open(one, EngineSettings.DEFAULT, new WrongClock(HOUR));
                var slow =
                        LockEngine.open(
                                two, EngineSettings.DEFAULT, new WrongClock(HOUR.negated()))) {
            long before = System.nanoTime();
            Hold first = waitFor(fast);
            Hold second = waitFor(slow);
            Hold third = waitFor(fast);
            var took = Duration.ofNanos(System.nanoTime() - before);

            assertThat(second.acquiredAt()).isGreaterThan(first.until());
            assertThat(third.acquiredAt()).isGreaterThan(second.until());
            assertThat(second.token()).isGreaterThan(first.token());
            assertThat(third.token()).isGreaterThan(second.token());
            // Nobody was cut short: two leases must have passed on any clock.
            assertThat(took).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        }
    }

    private Hold waitFor(LockEngine by) throws InterruptedException {
        requests++;
        AcquireOutcome outcome =
                by.acquire(
                        new AcquireRequest(
                                new RequestId("request-" + requests),
                                Resource.parse("shop"),
                                Mode.EXCLUSIVE,
                                Drafts.owner("owner-" + requests),
                                null,
                                new WhenHeld.Wait(PATIENCE),
                                WhenFrozen.WAIT,
                                Duration.ofSeconds(1),
                                Priority.NORMAL,
                                Note.NONE,
                                null));
        return ((AcquireOutcome.Granted) outcome).hold();
    }
}
