package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.store.dynamodb.FaultyService.Passed;
import holdfast.store.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often waiters ask a service that tells nobody anything. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class PollingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int MANY = 10;
    private static final int ROUNDS = 4;

    /** At a touch the root's item is read, and at a look the item and the queue; under load more than once. */
    private static final int READS_A_ROUND = 10;

    /** While pauses grow from 50 ms to a second. */
    private static final int LOOKS_AT_FIRST = 10;

    /** Two at each look: when it came, and some close to the end, which the poller nears by looking. */
    private static final int READS_AT_FIRST = 20;

    private static final long BEGAN =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();

    private final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
    private final FaultyService service = FaultyService.before(TestDynamo.server().port());
    private final DynamoLockStore store =
            DynamoLockStore.open(
                    TestDynamo.through(service.port(), address, "&timeout=10s"),
                    PollingTest::hostTime);
    private final DynamoLockStore elsewhere = DynamoLockStore.open(address, PollingTest::hostTime);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Passed> passed = new ArrayList<>();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        store.close();
        elsewhere.close();
        service.close();
    }

    /** Exact, so that the end of a lease is known to the test as it is to the store. */
    private static StoreClock.Reading hostTime() {
        var now = new StoreTime(BEGAN + System.nanoTime());
        return new StoreClock.Reading(now, now);
    }

    private static Hold taken(Holdfast by, Duration lease) throws InterruptedException {
        return granted(by.lock("shop").lease(lease).acquireDetached());
    }

    private static Hold granted(AcquireOutcome outcome) {
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    private Future<AcquireOutcome> waitFor(Holdfast by) {
        return threads.submit(() -> by.lock("shop").waitAtMost(PATIENCE).acquireDetached());
    }

    private static boolean isLookIntoTheMailbox(Passed one) {
        return one.operation().equals("Query") && one.body().contains("\"notice ");
    }

    private boolean isReadOfTheRoot(Passed one) {
        return switch (one.operation()) {
            case "GetItem" -> one.body().contains("\"" + RootItems.KEY + "\"");
            case "Query" -> one.body().contains("\"" + address.queueTable() + "\"");
            default -> false;
        };
    }

    @Test
    void pausesBetweenPollsGrowButDoNotReachBeyondTheEndOfTheHoldersLease() throws Exception {
        try (var holder = Holdfast.on(elsewhere);
                var holdfast = Holdfast.on(store)) {
            Hold forgotten = taken(holder, LEASE);

            Hold next = granted(waitFor(holdfast).get(60, TimeUnit.SECONDS));

            // Its next touch would have come six seconds after that end, or later.
            assertThat(forgotten.until().until(next.acquiredAt()))
                    .isBetween(Duration.ZERO, Duration.ofSeconds(5));
            long end = forgotten.until().epochNanos() - BEGAN;
            List<Passed> polls = service.passed();
            assertThat(polls.stream().filter(one -> one.at() < end && isLookIntoTheMailbox(one)))
                    .hasSizeLessThanOrEqualTo(LOOKS_AT_FIRST);
            assertThat(polls.stream().filter(one -> one.at() < end && isReadOfTheRoot(one)).count())
                    .isLessThan(READS_AT_FIRST);
        }
    }

    @Test
    void manyWaitersOfOneProcessPollTheirRootAsOneDoes() throws Exception {
        EngineSettings often = touching(Duration.ofMillis(500));
        try (var holder = Holdfast.on(elsewhere, often);
                var holdfast = Holdfast.on(store, often)) {
            taken(holder, PATIENCE.multipliedBy(2));
            var waits = IntStream.range(0, MANY).mapToObj(i -> waitFor(holdfast)).toList();
            Await.until(
                    PATIENCE,
                    () -> elsewhere.queue(Resource.parse("shop").root(), MANY + 1).size() == MANY);
            service.passed();
            long began = System.nanoTime();

            Await.until(PATIENCE, () -> touches() >= ROUNDS * MANY);

            assertThat(waits).noneMatch(Future::isDone);
            int rounds = Math.ceilDiv(touches(), MANY);
            assertThat(passed.stream().filter(this::isReadOfTheRoot))
                    .hasSizeBetween(ROUNDS, READS_A_ROUND * (rounds + 1));
            long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            assertThat(passed.stream().filter(PollingTest::isLookIntoTheMailbox))
                    .hasSizeLessThanOrEqualTo(LOOKS_AT_FIRST + (int) seconds);
        }
    }

    private static EngineSettings touching(Duration often) {
        EngineSettings usual = EngineSettings.DEFAULT;
        return new EngineSettings(
                usual.rules(),
                usual.heartbeat(),
                often,
                usual.staleAfter(),
                usual.victimPolicy(),
                usual.deadlockScan(),
                usual.sweep(),
                usual.commitAttemptsMax());
    }

    /** How many places were touched so far. */
    private int touches() {
        passed.addAll(service.passed());
        return (int) passed.stream().filter(one -> one.operation().equals("UpdateItem")).count();
    }
}
