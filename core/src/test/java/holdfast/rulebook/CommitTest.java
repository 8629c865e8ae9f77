package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What decisions depend on: joins do not conflict with joins, and no wake-up is lost, since whatever removes a blocker or grants
 * must have seen everyone who joined.
 */
final class CommitTest {
    private final Scene scene = new Scene();

    private Decision<?> plannedRelease(Hold hold) {
        return scene.rulebook()
                .release(
                        scene.view(Interest.NONE),
                        hold.id(),
                        hold.claims().get(0).request(),
                        scene.circumstances(Scene.HERE));
    }

    @Test
    void aJoinBehindAHoldDependsOnThatHoldAndNotOnTheVersion() {
        Hold hold = scene.holds("alice", "prod");

        scene.queued(scene.wish("bob", "prod").waiting().id("bobs"));

        assertThat(scene.lastConditions())
                .containsExactlyInAnyOrder(
                        new Condition.RequestUnknown(new RequestId("bobs")),
                        new Condition.WaitersBelow(1_000),
                        new Condition.HoldLive(hold.token()));
    }

    @Test
    void aJoinBehindAWaiterDependsOnThatWaiter() {
        scene.holds("alice", "prod//api");
        Waiter bob = scene.waits("bob", "prod");

        scene.queued(scene.wish("carol", "prod//web").waiting().id("carols"));

        assertThat(scene.lastConditions())
                .containsExactlyInAnyOrder(
                        new Condition.RequestUnknown(new RequestId("carols")),
                        new Condition.WaitersBelow(1_000),
                        new Condition.WaiterThere(bob.ticket()));
    }

    @Test
    void joinsDoNotConflictWithJoins() {
        scene.holds("alice", "prod");
        var bob = scene.plan(scene.wish("bob", "prod").waiting());
        var carol = scene.plan(scene.wish("carol", "prod").waiting());

        assertThat(scene.attempt(bob)).isPresent();
        assertThat(scene.attempt(carol)).isPresent();
    }

    @Test
    void aJoinDoesNotConflictWithChangesElsewhereInTheRoot() {
        scene.holds("alice", "prod//api");
        var bob = scene.plan(scene.wish("bob", "prod//api").waiting());
        scene.holds("carol", "prod//web");

        assertThat(scene.attempt(bob)).isPresent();
    }

    @Test
    void aJoinBehindAHoldThatIsGoneIsDecidedAgain() {
        scene.holds("alice", "prod");
        var bob = scene.plan(scene.wish("bob", "prod").waiting());
        scene.release("alice");

        assertThat(scene.attempt(bob)).isEmpty();
    }

    @Test
    void aJoinBehindAWaiterWhoIsGoneIsDecidedAgain() {
        scene.holds("alice", "prod//api");
        Waiter bob = scene.waits("bob", "prod");
        var carol = scene.plan(scene.wish("carol", "prod//web").waiting());
        scene.cancel(bob.claim().request());

        assertThat(scene.attempt(carol)).isEmpty();
    }

    @Test
    void aReleaseThatHasNotSeenAJoinIsDecidedAgain() {
        Hold hold = scene.holds("alice", "prod");
        var release = plannedRelease(hold);
        scene.waits("bob", "prod");

        assertThat(scene.attempt(release)).isEmpty();
    }

    @Test
    void aReleaseIsBoundToTheVersionAndTheEpochThatItSaw() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod//api");
        var view = scene.wholeView();

        scene.release("alice");

        assertThat(scene.lastConditions())
                .contains(
                        new Condition.VersionIs(view.version()),
                        new Condition.EpochIs(view.epoch()),
                        new Condition.HoldLive(hold.token()));
    }

    @Test
    void aRenewalInBetweenDoesNotDisturbARelease() {
        Hold hold = scene.holds("alice", "prod");
        var release = plannedRelease(hold);
        scene.renew(hold);

        assertThat(scene.attempt(release)).isPresent();
    }

    @Test
    void ofTwoWhoFindTheRootVacantOneIsGranted() {
        var alice = scene.plan(scene.wish("alice", "prod"));
        var bob = scene.plan(scene.wish("bob", "prod"));

        assertThat(scene.attempt(alice)).isPresent();
        assertThat(scene.attempt(bob)).isEmpty();
    }

    @Test
    void aGrantDependsOnTheWholeRootAndOnFreshFreezes() {
        var untouched = scene.now();

        scene.granted(scene.wish("alice", "prod").id("alices"));

        assertThat(scene.lastConditions())
                .containsExactlyInAnyOrder(
                        new Condition.RequestUnknown(new RequestId("alices")),
                        new Condition.VersionIs(0),
                        new Condition.EpochIs(0),
                        new Condition.NotAfter(untouched.plus(Freezes.FRESH_FOR)));
    }

    @Test
    void aHandOverDependsOnFreshFreezesToo() {
        scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        scene.release("alice");

        assertThat(scene.lastConditions())
                .contains(new Condition.NotAfter(scene.now().plus(Freezes.FRESH_FOR)));
    }

    @Test
    void aReleaseThatGrantsNothingNeedsNoFreezes() {
        scene.holds("alice", "prod");

        scene.release("alice");

        assertThat(scene.lastConditions())
                .noneMatch(condition -> condition instanceof Condition.NotAfter);
    }

    @Test
    void whoEndsALapsedHoldLeavesTheLastWordToTheStoresClock() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        scene.settle();

        assertThat(scene.lastConditions())
                .contains(new Condition.HoldLapsed(hold.token(), hold.until()));
    }

    @Test
    void whoSweepsAwayABlockerMustHaveSeenEveryoneWhoJoinedBehindIt() {
        scene.granted(scene.wish("alice", "prod//api").lease(Duration.ofHours(1)));
        scene.waits("bob", "prod");
        var carol = scene.plan(scene.wish("carol", "prod//web").waiting());
        scene.pass(Rules.DEFAULT.ticketLease());
        var sweep =
                scene.rulebook().sweep(scene.view(Interest.NONE), scene.circumstances(Scene.HERE));
        assertThat(scene.attempt(carol)).isPresent();

        assertThat(scene.attempt(sweep)).isEmpty();

        scene.sweep();
        assertThat(scene.holder("prod//web")).isEqualTo("carol");
    }

    @Test
    void whoWasClearedAwayAfterTheLookIsNotGrantedByIt() {
        scene.granted(scene.wish("alice", "prod").lease(Duration.ofHours(1)).id("alices"));
        scene.waitsElsewhere("bob", "prod");
        var settled =
                scene.rulebook()
                        .release(
                                scene.view(Interest.in(new RequestId("alices"))),
                                scene.hold("alice").id(),
                                new RequestId("alices"),
                                scene.circumstances(Scene.HERE));
        scene.pass(Rules.DEFAULT.ticketLease());
        scene.sweep();

        assertThat(scene.attempt(settled)).isEmpty();
    }

    @Test
    void aGrantThatWasConfirmedAfterTheLookDoesNotEndAsUnconfirmed() {
        scene.holds("alice", "prod");
        scene.queued(scene.wish("bob", "prod").waiting().id("bobs").elsewhere());
        scene.release("alice");
        Hold unconfirmed = scene.hold("bob");
        scene.granted(scene.wish("bob", "prod").waiting().id("bobs").elsewhere());
        scene.pass(Duration.ofHours(1));

        scene.settle();

        assertThat(scene.lastConditions())
                .doesNotContain(new Condition.HoldLapsed(unconfirmed.token(), unconfirmed.until()));
        assertThat(scene.lastCommit().changes())
                .first()
                .isInstanceOfSatisfying(
                        Change.End.class,
                        end -> assertThat(end.ending()).isEqualTo(new Ending.Expired()));
    }
}
