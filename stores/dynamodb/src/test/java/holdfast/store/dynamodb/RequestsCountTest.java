package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.dynamodb.FaultyService.Passed;
import holdfast.store.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What locks cost in requests, which is what the service bills. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class RequestsCountTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<String> READS = Set.of("GetItem", "BatchGetItem", "Query", "Scan");

    private final DynamoAddress address = TestDynamo.newTables();
    private final FaultyService service = FaultyService.before(TestDynamo.server().port());
    private final DynamoLockStore store =
            DynamoLockStore.open(TestDynamo.through(service.port(), address, "&timeout=10s"));
    private final Holdfast holdfast = Holdfast.on(store);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        holdfast.close();
        store.close();
        service.close();
    }

    private List<String> ofLocks() {
        return ofLocks(service.passed());
    }

    /** The list of freezes is read once a second, and mailboxes while somebody waits: neither belongs to a lock. */
    private static List<String> ofLocks(List<Passed> passed) {
        return passed.stream()
                .filter(one -> !isAbout("freezes\"", one) && !isAbout("notice ", one))
                .map(Passed::operation)
                .toList();
    }

    private static boolean isAbout(String part, Passed one) {
        return one.operation().equals("Query") && one.body().contains("\"" + part);
    }

    private void cycle() throws Exception {
        holdfast.lock("shop").takeOrThrow().close();
    }

    @Test
    void anUncontendedCycleIsTwoRequests() throws Exception {
        cycle();
        cycle();
        service.passed();

        for (int i = 0; i < 32; i++) {
            cycle();
        }

        List<String> requests = ofLocks();
        // Now and then a release moves endings out, in the same request.
        assertThat(requests).hasSize(64);
        assertThat(Collections.frequency(requests, "TransactWriteItems")).isBetween(1, 2);
        assertThat(requests).containsOnly("PutItem", "TransactWriteItems");
    }

    @Test
    void aHeartbeatIsOneRequest() throws Exception {
        HeldLock lock = holdfast.lock("shop").takeOrThrow();
        service.passed();

        renew(lock.token());

        assertThat(ofLocks()).containsExactly("PutItem");
    }

    private void renew(Token token) {
        store.commit(
                List.of(
                        new Commit(
                                Resource.parse("shop").root(),
                                Interest.NONE,
                                List.of(new Condition.HoldLive(token)),
                                List.of(new Change.Extend(token, Duration.ofMinutes(1))),
                                Set.of())));
    }

    /** Of a place in line every heartbeat pays: not by a second request. */
    @Test
    void aHeartbeatIsOneRequestHoweverManyWait() throws Exception {
        HeldLock lock = holdfast.lock("shop").takeOrThrow();
        try (var otherStore = DynamoLockStore.open(address);
                var other = Holdfast.on(otherStore)) {
            var waits = new ArrayList<Future<AcquireOutcome>>();
            for (int i = 0; i < 12; i++) {
                waits.add(waitFor(other));
            }
            Await.until(PATIENCE, () -> waiting() == 12);
            renew(lock.token());
            service.passed();

            renew(lock.token());

            assertThat(ofLocks()).containsExactly("PutItem");
            assertThat(waits).noneMatch(Future::isDone);
        }
    }

    @Test
    void aHandOverToAnotherProcessIsThreeRequestsAlthoughWhoGivesKnewOfNobody() throws Exception {
        try (var otherService = FaultyService.before(TestDynamo.server().port());
                var otherStore =
                        DynamoLockStore.open(
                                TestDynamo.through(otherService.port(), address, "&timeout=10s"));
                var other = Holdfast.on(otherStore)) {
            HeldLock lock = holdfast.lock("shop").takeOrThrow();
            Future<AcquireOutcome> waits = waitFor(other);
            awaitLook(otherService);
            service.passed();
            otherService.passed();

            lock.close();

            assertThat(granted(waits).token()).isGreaterThan(lock.token());
            // Refused since somebody waits, of whom the refusal tells, and the hand-over.
            assertThat(ofLocks()).containsExactly("PutItem", "TransactWriteItems");
            // The letter that is found by the poll says what to confirm.
            assertThat(ofLocks(otherService.passed())).containsExactly("PutItem");
        }
    }

    @Test
    void aHandOverIsThreeRequestsWhileOthersWaitToo() throws Exception {
        try (var otherService = FaultyService.before(TestDynamo.server().port());
                var otherStore =
                        DynamoLockStore.open(
                                TestDynamo.through(otherService.port(), address, "&timeout=10s"));
                var other = Holdfast.on(otherStore)) {
            HeldLock lock = holdfast.lock("shop").takeOrThrow();
            Future<AcquireOutcome> second = waitFor(other);
            awaitLook(otherService);
            Future<AcquireOutcome> third = waitFor(other);
            awaitLook(otherService);
            Future<AcquireOutcome> fourth = waitFor(other);
            awaitLook(otherService);
            service.passed();
            otherService.passed();

            lock.close();
            granted(second);
            assertThat(List.of(third, fourth)).noneMatch(Future::isDone);

            assertThat(ofLocks()).containsExactly("PutItem", "TransactWriteItems");
            // Those who still wait are looked after a little later, as ever.
            assertThat(ofLocks(otherService.passed())).startsWith("PutItem");
        }
    }

    /** Who came to hold what others waited for has seen them when it confirmed its grant. */
    @Test
    void aHandOverByOneWhoKnowsWhoWaitsIsAtMostThreeRequestsBesideThePoll() throws Exception {
        try (var otherService = FaultyService.before(TestDynamo.server().port());
                var otherStore =
                        DynamoLockStore.open(
                                TestDynamo.through(otherService.port(), address, "&timeout=10s"));
                var other = Holdfast.on(otherStore)) {
            HeldLock lock = holdfast.lock("shop").takeOrThrow();
            Future<AcquireOutcome> second = waitFor(other);
            awaitLook(otherService);
            Future<AcquireOutcome> third = waitFor(holdfast);
            awaitLook(service);
            lock.close();
            Hold held = granted(second);
            service.passed();
            otherService.passed();

            release(other, held);

            assertThat(granted(third).token()).isGreaterThan(held.token());
            // Once more if a touch has moved the end of the item just then.
            assertThat(withoutTouches(otherService))
                    .containsOnly("TransactWriteItems")
                    .hasSizeBetween(1, 2);
            assertThat(withoutTouches(service)).containsExactly("PutItem");
        }
    }

    /** A place that was waited in may be touched and looked at once more. */
    private static List<String> withoutTouches(FaultyService service) {
        return ofLocks(service.passed()).stream()
                .filter(operation -> !READS.contains(operation) && !operation.equals("UpdateItem"))
                .toList();
    }

    /** Until the poller has looked for who joined last: then it does not look again soon by itself. */
    private static void awaitLook(FaultyService service) {
        var seen = new ArrayList<String>();
        Await.until(
                PATIENCE,
                () -> {
                    seen.addAll(ofLocks(service.passed()));
                    return since("TransactWriteItems", seen).contains("BatchGetItem");
                });
    }

    private static List<String> since(String operation, List<String> all) {
        int at = all.indexOf(operation);
        return at < 0 ? List.of() : all.subList(at, all.size());
    }

    @Test
    void aHandOverWithinAProcessIsAtMostThreeRequestsAndOneIfTheNextOneWaitedBefore()
            throws Exception {
        HeldLock lock = holdfast.lock("shop").takeOrThrow();
        Future<AcquireOutcome> second = waitFor(holdfast);
        awaitLook(service);
        Future<AcquireOutcome> third = waitFor(holdfast);
        awaitLook(service);

        lock.close();
        Hold held = granted(second);
        assertThat(ofLocks()).endsWith("TransactWriteItems").hasSizeLessThanOrEqualTo(3);

        release(holdfast, held);
        assertThat(granted(third).token()).isGreaterThan(held.token());
        assertThat(ofLocks()).containsExactly("TransactWriteItems");
    }

    private static void release(Holdfast by, Hold hold) {
        by.engine().release(hold.resource().root(), hold.id(), null);
    }

    private static Hold granted(Future<AcquireOutcome> waits) throws Exception {
        return ((AcquireOutcome.Granted) waits.get(60, TimeUnit.SECONDS)).hold();
    }

    private Future<AcquireOutcome> waitFor(Holdfast by) {
        return threads.submit(() ->
                by.lock("shop")
                        .lease(Duration.ofMinutes(1))
                        .waitAtMost(PATIENCE)
                        .acquireDetached());
    }

    private int waiting() {
        return store.queue(Resource.parse("shop").root(), 20).size();
    }

    @Test
    void aWaiterWritesNothingButItsOwnPlace() throws Exception {
        try (var otherStore = DynamoLockStore.open(address);
                var other = Holdfast.on(otherStore)) {
            HeldLock lock = other.lock("shop").takeOrThrow();
            holdfast.lock("shop"); // nothing is asked yet
            service.passed();
            Future<AcquireOutcome> waits = waitFor(holdfast);
            Await.until(PATIENCE, () -> waiting() == 1);
            touchAll();

            assertThat(ofLocks().stream().filter(operation -> !READS.contains(operation)))
                    .containsExactly("TransactWriteItems", "UpdateItem");
            lock.close();
            assertThat(waits.get(60, TimeUnit.SECONDS)).isInstanceOf(AcquireOutcome.Granted.class);
        }
    }

    private void touchAll() {
        var root = Resource.parse("shop").root();
        List<Change> touches =
                store.queue(root, 10).stream()
                        .<Change>map(
                                waiter -> new Change.Touch(waiter.ticket(), Duration.ofSeconds(30)))
                        .toList();
        store.commit(List.of(new Commit(root, Interest.NONE, List.of(), touches, Set.of())));
    }
}
