package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.WrongClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients whose clocks are an hour off: only the service's time counts, and it still understands them. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ClientClocksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofSeconds(1);

    private int requests;

    private static LockEngine engine(DynamoLockStore store, Duration wrongBy) {
        return LockEngine.open(store, EngineSettings.DEFAULT, new WrongClock(wrongBy));
    }

    @Test
    void leasesEndByTheServicesTimeHoweverWrongTheClocksOfTheirHoldersAre() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        try (var one = DynamoLockStore.open(address);
                var two = DynamoLockStore.open(address);
                var fast = engine(one, HOUR);
                var slow = engine(two, HOUR.negated())) {
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
                                LEASE,
                                Priority.NORMAL,
                                Note.NONE,
                                null));
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    /** The service refuses what was signed more than five minutes off, and says its time; by that the client signs anew. */
    @ParameterizedTest
    @ValueSource(longs = {-1, 1})
    void aClientWhoseHostIsAnHourOffIsUnderstoodAndItsLeasesAreThoseOfTheService(long hours)
            throws Exception {
        DynamoAddress address = TestDynamo.newTablesWithoutEnds();
        try (var service =
                        ServiceInAnotherTime.before(
                                TestDynamo.server().port(), Duration.ofHours(hours));
                var one =
                        DynamoLockStore.open(
                                TestDynamo.through(service.port(), address, "&timeout=10s"));
                var two =
                        DynamoLockStore.open(
                                TestDynamo.through(service.port(), address, "&timeout=10s"));
                var first = engine(one, Duration.ZERO);
                var second = engine(two, Duration.ZERO)) {
            long before = System.nanoTime();
            StoreTime began = StoreTime.of(service.now());
            Hold held = waitFor(first);
            Hold next = waitFor(second);
            var took = Duration.ofNanos(System.nanoTime() - before);

            // Only the first requests, of which several may be on their way at once.
            assertThat(service.refused()).isBetween(1, 10);
            assertThat(held.acquiredAt())
                    .isBetween(began.plus(Duration.ofSeconds(-3)), StoreTime.of(service.now()));
            assertThat(next.acquiredAt()).isGreaterThan(held.until());
            assertThat(next.token()).isGreaterThan(held.token());
            assertThat(took).isBetween(LEASE, PATIENCE);
        }
    }
}
