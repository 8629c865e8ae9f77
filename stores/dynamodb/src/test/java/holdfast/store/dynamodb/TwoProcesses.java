package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.ReleaseOutcome;
import holdfast.model.StoreTime;
import holdfast.model.Waiter;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Decision;
import holdfast.rulebook.Rulebook;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Two processes on one table, decided for by the rules but without an engine, which would poll beside it. The giver holds the lock, and
 * the getter joins.
 */
abstract class TwoProcesses {
    static final EngineId GIVER = new EngineId("giver");
    static final EngineId GETTER = new EngineId("getter");

    /** Nobody waits here by an engine, so mailboxes would be looked into as if nobody waited. */
    private static final Duration OFTEN = Duration.ofMillis(50);

    final ManualClock clock = new ManualClock();
    final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
    final FaultyService toGiver = FaultyService.before(TestDynamo.server().port());
    final FaultyService toGetter = FaultyService.before(TestDynamo.server().port());
    final DynamoLockStore giver = open(toGiver);
    final DynamoLockStore getter = open(toGetter);
    final Rulebook rulebook = new Rulebook(Rules.DEFAULT);
    final CountDownLatch heard = new CountDownLatch(1);
    Hold held = taken();

    private DynamoLockStore open(FaultyService service) {
        return DynamoLockStore.open(
                TestDynamo.through(service.port(), address, "&timeout=10s"),
                TestDynamo.exactly(clock),
                OFTEN);
    }

    /** The giver has the lock, and has seen that nobody waits. */
    private Hold taken() {
        made(
                giver,
                Drafts.hold("alice").lease(Duration.ofMinutes(10)).engine(GIVER.text()).grant());
        return look(giver).holds().getFirst();
    }

    @BeforeEach
    void listen() {
        getter.listen(GETTER, root -> heard.countDown());
    }

    @AfterEach
    void stop() {
        giver.close();
        getter.close();
        toGiver.close();
        toGetter.close();
    }

    static RootView look(DynamoLockStore store) {
        return store.read(Drafts.ROOT, Interest.NONE);
    }

    static void made(DynamoLockStore store, Change... changes) {
        assertThat(store.commit(List.of(Drafts.commit(changes).draft())).getFirst())
                .isInstanceOf(CommitResult.Committed.class);
    }

    void join(String... owners) {
        for (String owner : owners) {
            made(getter, Drafts.waiter(owner).engine(GETTER.text()).join());
        }
    }

    void touch(String owner) {
        Waiter waiter =
                getter.queue(Drafts.ROOT, 100).stream()
                        .filter(one -> one.owner().name().equals(owner))
                        .findFirst()
                        .orElseThrow();
        made(getter, new Change.Touch(waiter.ticket(), Drafts.TICKET_LEASE));
    }

    /** Gives the lock back as an engine does that remembers this view, and is told how the root is where it is refused. */
    void release(RootView remembered) {
        release(giver, GIVER, remembered);
    }

    void release(DynamoLockStore by, EngineId engine, RootView remembered) {
        RootView view = remembered;
        for (int i = 0; i < 5; i++) {
            var noFreezes = new Freezes(new StoreTime(clock.getAsLong()), List.of());
            var circumstances = new Circumstances(engine, noFreezes, 1);
            Decision<ReleaseOutcome> decision =
                    rulebook.release(view, held.id(), null, circumstances);
            switch (by.commit(List.of(decision.toCommit().orElseThrow())).getFirst()) {
                case CommitResult.Committed committed -> {
                    return;
                }
                case CommitResult.Refused refused -> view = refused.view();
            }
        }
        throw new AssertionError("refused again and again");
    }

    void awaitLetter() throws InterruptedException {
        assertThat(heard.await(30, TimeUnit.SECONDS)).isTrue();
    }

    Hold next() {
        return look(giver).holds().getFirst();
    }

    /** Mailboxes are looked into all the time. */
    static List<String> requests(FaultyService service) {
        return service.passed().stream()
                .filter(one ->
                        !(one.operation().equals("Query") && one.body().contains("\"notice ")))
                .map(FaultyService.Passed::operation)
                .toList();
    }

    /** As who was offered something does, and wants to see the root with it. */
    RootView confirmed(Hold granted) {
        return confirmed(getter, granted);
    }

    static RootView confirmed(DynamoLockStore by, Hold granted) {
        var commit = confirmation(granted);
        var committed = (CommitResult.Committed) by.commit(List.of(commit)).getFirst();
        return Objects.requireNonNull(committed.after());
    }

    static Commit confirmation(Hold granted) {
        return Drafts.commit(new Change.Extend(granted.token(), Drafts.LEASE))
                .given(new Condition.HoldLive(granted.token()))
                .interest(Interest.in(granted.claims().getFirst().request()).always())
                .draft();
    }

    /** By a commit without a look before it. */
    void confirm(Hold granted) {
        var commit =
                Drafts.commit(new Change.Extend(granted.token(), Drafts.LEASE))
                        .given(new Condition.HoldLive(granted.token()))
                        .draft();
        assertThat(getter.commit(List.of(commit)).getFirst())
                .isInstanceOf(CommitResult.Committed.class);
    }
}
