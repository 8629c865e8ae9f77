package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 4. */
final class HandOverTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final Scene scene = new Scene();

    @Test
    void aReleaseHandsOverToWhoIsFirstInTheSameCommit() {
        Hold before = scene.holds("alice", "prod");
        scene.waits("bob", "prod");
        scene.waits("carol", "prod");

        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("bob");
        assertThat(scene.hold("bob").token()).isGreaterThan(before.token());
        assertThat(scene.queue()).containsExactly("carol");
        assertThat(scene.lastCommit().changes())
                .hasAtLeastOneElementOfType(Change.End.class)
                .hasAtLeastOneElementOfType(Change.Grant.class);
    }

    @Test
    void anExpiryHandsOverWhenSomeoneSettlesTheRoot() {
        scene.holds("alice", "prod");
        scene.pass(Scene.LEASE.minusSeconds(1));
        scene.waits("bob", "prod");
        scene.pass(Duration.ofSeconds(1));

        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aNewcomerWhoFindsALapsedHoldDoesNotSlipInBeforeAWaiter() {
        scene.holds("alice", "prod");
        scene.pass(Scene.LEASE.minusSeconds(1));
        scene.waits("bob", "prod");
        scene.pass(Duration.ofSeconds(1));

        scene.waits("carol", "prod");

        assertThat(scene.holder("prod")).isEqualTo("bob");
        assertThat(scene.queue()).containsExactly("carol");
    }

    @Test
    void noNewcomerSlipsInHoweverUrgentItIs() {
        scene.holds("alice", "prod");
        scene.pass(Scene.LEASE.minusSeconds(1));
        scene.waits("bob", "prod", Priority.LOW);
        scene.pass(Duration.ofSeconds(1));

        scene.waits("carol", "prod", Priority.CRITICAL);

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aCancelInTheMiddleLetsThoseBehindThrough() {
        scene.holds("alice", "prod//api");
        Waiter bob = scene.waits("bob", "prod");
        scene.waits("carol", "prod//web");

        scene.cancel(bob.claim().request());

        assertThat(scene.holder("prod//web")).isEqualTo("carol");
    }

    @Test
    void aForceUnlockHandsOver() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        scene.forceUnlock(new Quarantine.Skipped(), hold);

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void allCompatibleSharersAreServedAtOnceButNoneBehindAnExclusiveWaiter() {
        scene.holds("alice", "prod");
        scene.waitsToShare("bob", "prod");
        scene.waitsToShare("carol", "prod");
        scene.waits("dave", "prod");
        scene.waitsToShare("erin", "prod");

        scene.release("alice");

        assertThat(scene.holders("prod")).containsExactly("bob", "carol");
        assertThat(scene.queue()).containsExactly("dave", "erin");
    }

    @Test
    void childrenAreServedSideBySide() {
        scene.holds("alice", "prod");
        scene.waits("bob", "prod//api");
        scene.waits("carol", "prod//web");

        scene.release("alice");

        assertThat(scene.holder("prod//api")).isEqualTo("bob");
        assertThat(scene.holder("prod//web")).isEqualTo("carol");
    }

    @Test
    void oneOfTwoSharersLeavesNothingToHandOver() {
        scene.shares("alice", "prod");
        scene.shares("bob", "prod");
        scene.waits("carol", "prod");

        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void atMostSixtyFourSharersAreServedByOneCommitAndTheRestByTheNext() {
        scene.holds("alice", "prod");
        IntStream.range(0, 70).forEach(i -> scene.waitsToShare("sharer" + i, "prod"));

        scene.release("alice");

        assertThat(scene.holders("prod")).hasSize(64);
        assertThat(scene.more()).isEqualTo(Decision.More.UNSETTLED);

        scene.settle();

        assertThat(scene.holders("prod")).hasSize(70);
        assertThat(scene.more()).isEqualTo(Decision.More.SETTLED);
    }

    @Test
    void sharersWhomTheLookDidNotShowAreServedByTheNextCommit() {
        Limits usual = Limits.DEFAULT;
        var generous =
                new Scene(
                                new Rules(
                                        Rules.DEFAULT.priorityStep(),
                                        Rules.DEFAULT.claimDeadline(),
                                        Rules.DEFAULT.ticketLease(),
                                        new Limits(
                                                usual.queueLengthMax(),
                                                usual.waitingPathsMax(),
                                                usual.queueTimeMax(),
                                                usual.leaseMin(),
                                                usual.leaseMax(),
                                                100),
                                        List.of()))
                        .byTheFrontAlone();
        generous.holds("alice", "prod");
        IntStream.range(0, 70).forEach(i -> generous.waitsToShare("sharer" + i, "prod"));

        generous.release("alice");

        assertThat(generous.holders("prod")).hasSize(64);
        assertThat(generous.more()).isEqualTo(Decision.More.UNSETTLED);
    }

    @Test
    void atMostSixtyFourChildrenAreServedByOneCommitAndTheRestByTheNext() {
        scene.holds("alice", "prod");
        IntStream.range(0, 70).forEach(i -> scene.waits("owner" + i, "prod//service" + i));

        scene.release("alice");

        assertThat(scene.liveHolds()).hasSize(64);
        assertThat(scene.more()).isEqualTo(Decision.More.UNSETTLED);

        scene.settle();

        assertThat(scene.liveHolds()).hasSize(70);
        assertThat(scene.more()).isEqualTo(Decision.More.SETTLED);
    }

    @Test
    void deadWaitersAreSkippedInOneStepHoweverManyTheyAre() {
        scene.granted(scene.wish("alice", "prod").lease(LONG));
        IntStream.range(0, 100).forEach(i -> scene.waits("dead" + i, "prod"));
        scene.pass(Rules.DEFAULT.ticketLease());
        scene.waits("bob", "prod");

        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aGranteeOfTheDecidingEngineHasItsLockAtOnce() {
        scene.holds("alice", "prod");
        scene.queued(scene.wish("bob", "prod").waiting().lease(LONG));

        scene.release("alice");

        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(scene.hold("bob").until()).isEqualTo(scene.now().plus(LONG));
        assertThat(scene.lastCommit().tell()).isEmpty();
    }

    @Test
    void aGranteeOfAnotherEngineIsToldAndHasToConfirm() {
        scene.holds("alice", "prod");
        scene.waitsElsewhere("bob", "prod");

        scene.release("alice");

        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.UNCONFIRMED);
        assertThat(scene.lastCommit().tell()).containsExactly(Scene.ELSEWHERE);
    }

    @Test
    void aWaiterWhoHoldsSomethingIsNotHeldUpByThoseWhoWaitForIt() {
        Hold hold = scene.shares("alice", "prod//api");
        scene.holds("zed", "prod//web");
        scene.waits("bob", "prod");
        scene.queued(scene.wish("alice", "prod//web").under(hold).waiting());

        scene.release("zed");

        assertThat(scene.holder("prod//web")).isEqualTo("alice");
    }

    @Test
    void aGrantThatOpensTheWayForAnEarlierWaiterServesThatOneToo() {
        Hold victors = scene.holds("victor", "prod//a/1");
        scene.holds("zed", "prod//b");
        scene.waits("wendy", "prod//a"); // for victor
        scene.waits("xenia", "prod//a/2"); // behind wendy
        scene.waits("xenia", "prod//b");
        scene.queued(scene.wish("victor", "prod//b").under(victors).waiting());

        // Now victor waits for xenia, and so does wendy: she is no longer in xenia's way.
        scene.release("zed");

        assertThat(scene.holder("prod//b")).isEqualTo("xenia");
        assertThat(scene.holder("prod//a/2")).isEqualTo("xenia");
    }

    @Test
    void aGrantInTheSameCommitExemptsItsOwnerAndNobodyElse() {
        Hold yasmins = scene.holds("yasmin", "prod//y");
        scene.holds("zed", "prod//a");
        scene.waits("xenia", "prod//a/1");
        scene.waits("wendy", "prod//a"); // will wait for xenia, not for yasmin
        scene.queued(scene.wish("yasmin", "prod//a/2").under(yasmins).waiting());

        scene.release("zed");

        assertThat(scene.holder("prod//a/1")).isEqualTo("xenia");
        assertThat(scene.queue()).containsExactly("wendy", "yasmin");
    }

    @Test
    void aNewcomerWhoseGrantOpensTheWayForItsOwnWaitIsSettledAgain() {
        scene.holds("zed", "prod//b");
        scene.waits("wendy", "prod"); // for zed
        scene.waits("xenia", "prod//a"); // behind wendy

        // Wendy waits for xenia now, and so is no longer in her way.
        scene.granted(scene.wish("xenia", "prod//c").priority(Priority.HIGH));
        assertThat(scene.more()).isEqualTo(Decision.More.UNSETTLED);
        scene.settle();

        assertThat(scene.holder("prod//a")).isEqualTo("xenia");
    }

    @Test
    void anEndedHoldIsRememberedAsExpired() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        scene.settle();

        assertThat(scene.lastCommit().changes())
                .contains(new Change.End(hold, new Ending.Expired()));
    }

    @Test
    void whoseLeaseRanOutIsTold() {
        scene.granted(scene.wish("alice", "prod").elsewhere());
        scene.pass(Scene.LEASE);

        scene.settle();

        assertThat(scene.lastCommit().tell()).containsExactly(Scene.ELSEWHERE);
    }

    @Test
    void aRootThatIsSettledNeedsNoCommit() {
        scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        Decision<Rulebook.Settled> decision =
                scene.rulebook().settle(scene.wholeView(), scene.circumstances(Scene.HERE));

        assertThat(decision.commit()).isNull();
    }

    @Test
    void aHandOverIsAsSmallWithAThousandWaitersAsWithTen() {
        assertThat(changesToHandOver(1_000)).isEqualTo(changesToHandOver(10)).isLessThan(8);
    }

    private static int changesToHandOver(int waiters) {
        var crowded = new Scene().byTheFrontAlone();
        crowded.holds("alice", "prod");
        for (int i = 0; i < waiters; i++) {
            crowded.waits("waiter-" + i, "prod");
        }
        int shown = crowded.view(Interest.NONE).waiters().size();
        crowded.release("alice");
        assertThat(crowded.holder("prod")).isEqualTo("waiter-0");
        return crowded.lastCommit().changes().size() + shown;
    }

    @Test
    void howLongSomeoneIsReadyToWaitHasNothingToDoWithHowLongItsLockLasts() {
        scene.holds("alice", "prod");
        Duration day = Duration.ofHours(24);
        scene.queued(scene.wish("bob", "prod").waiting(Duration.ofSeconds(30)).lease(day));

        scene.release("alice");

        assertThat(scene.hold("bob").until()).isEqualTo(scene.now().plus(day));
    }
}
