package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Hold;
import holdfast.model.Quarantine;
import holdfast.model.ReleaseOutcome;
import holdfast.store.Condition;
import holdfast.store.Interest;
import org.junit.jupiter.api.Test;

/** Rule 7, the half about giving back. */
final class ReleaseTest {
    private static final ReleaseOutcome LOST_BY_EXPIRY =
            new ReleaseOutcome.Lost(new Ending.Expired());

    private final Scene scene = new Scene();

    private static Claim claimOf(Hold hold) {
        return hold.claims().get(0);
    }

    /** Alice holds with two claims. */
    private Hold heldTwice() {
        Hold outer = scene.holds("alice", "prod");
        return scene.granted(scene.wish("alice", "prod").under(outer));
    }

    @Test
    void theLastClaimEndsTheHold() {
        scene.holds("alice", "prod");

        ReleaseOutcome outcome = scene.release("alice");

        assertThat(outcome).isEqualTo(new ReleaseOutcome.Released(0));
        assertThat(scene.keptHolds()).isEmpty();
    }

    @Test
    void theHoldersEngineIsToldIfAnotherReleases() {
        Hold hold = scene.granted(scene.wish("alice", "prod").elsewhere());

        scene.release(hold, claimOf(hold));

        assertThat(scene.lastCommit().tell()).containsExactly(Scene.ELSEWHERE);
    }

    @Test
    void nobodyIsToldOfAReleaseByTheHoldersOwnEngine() {
        scene.holds("alice", "prod");

        scene.release("alice");

        assertThat(scene.lastCommit().tell()).isEmpty();
    }

    @Test
    void theHoldLivesOnWhileAClaimIsLeft() {
        Hold hold = heldTwice();

        ReleaseOutcome outcome = scene.release(hold, hold.claims().get(1));

        assertThat(outcome).isEqualTo(new ReleaseOutcome.Released(1));
        assertThat(scene.hold("alice").claims()).containsExactly(claimOf(hold));
    }

    @Test
    void theClaimThatWasMadeFirstMayGoFirst() {
        Hold hold = heldTwice();

        scene.release(hold, claimOf(hold));

        assertThat(scene.hold("alice").claims()).containsExactly(hold.claims().get(1));
        assertThat(scene.hold("alice").token()).isEqualTo(hold.token());
    }

    @Test
    void aRepeatedReleaseNeverEatsAnotherClaim() {
        Hold hold = heldTwice();
        scene.release(hold, claimOf(hold));

        ReleaseOutcome again = scene.release(hold, claimOf(hold));

        assertThat(again).isEqualTo(new ReleaseOutcome.Released(1));
        assertThat(scene.hold("alice").claims()).hasSize(1);
    }

    @Test
    void aRepeatedReleaseOfTheLastClaimGetsTheSameAnswer() {
        Hold hold = scene.holds("alice", "prod");
        scene.release(hold, claimOf(hold));

        ReleaseOutcome again = scene.release(hold, claimOf(hold));

        assertThat(again).isEqualTo(new ReleaseOutcome.Released(0));
    }

    @Test
    void allClaimsCanBeGivenBackAtOnce() {
        Hold hold = heldTwice();

        ReleaseOutcome outcome = scene.releaseAll(hold);

        assertThat(outcome).isEqualTo(new ReleaseOutcome.Released(0));
        assertThat(scene.keptHolds()).isEmpty();
    }

    @Test
    void givingAllBackTwiceIsHarmless() {
        Hold hold = heldTwice();
        scene.releaseAll(hold);

        assertThat(scene.releaseAll(hold)).isEqualTo(new ReleaseOutcome.Released(0));
    }

    @Test
    void afterTheLeaseRanOutTheReleaseSaysSo() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        ReleaseOutcome outcome = scene.release(hold, claimOf(hold));

        assertThat(outcome).isEqualTo(LOST_BY_EXPIRY);
        assertThat(outcome.code()).isEqualTo(ErrorCode.LOCK_EXPIRED);
    }

    @Test
    void aLateReleaseNeverFreesTheSuccessor() {
        Hold lost = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);
        scene.holds("bob", "prod");

        ReleaseOutcome outcome = scene.release(lost, claimOf(lost));

        assertThat(outcome).isEqualTo(LOST_BY_EXPIRY);
        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aLateReleaseNeverFreesTheSameOwnersNextHold() {
        Hold lost = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);
        Hold next = scene.holds("alice", "prod");

        scene.release(lost, claimOf(lost));

        assertThat(scene.hold("alice")).isEqualTo(next);
    }

    @Test
    void aReleaseThatArrivesAfterTheLeaseFreesNothing() {
        Hold hold = scene.holds("alice", "prod");
        var late =
                scene.rulebook()
                        .release(
                                scene.view(Interest.NONE),
                                hold.id(),
                                claimOf(hold).request(),
                                scene.circumstances(Scene.HERE));

        scene.pass(Scene.LEASE);

        assertThat(late.toCommit().orElseThrow().conditions())
                .contains(new Condition.HoldLive(hold.token()));
        assertThat(scene.attempt(late)).isEmpty();
    }

    @Test
    void afterAForceUnlockTheReleaseSaysWhoAndWhy() {
        Hold hold = scene.holds("alice", "prod");
        scene.forceUnlock(new Quarantine.Skipped(), hold);

        ReleaseOutcome outcome = scene.release(hold, claimOf(hold));

        assertThat(outcome)
                .isEqualTo(new ReleaseOutcome.Lost(new Ending.Forced("oncall", "runner died")));
        assertThat(outcome.code()).isEqualTo(ErrorCode.LOCK_LOST);
    }

    @Test
    void afterATransferTheReleaseSaysToWhom() {
        Hold hold = scene.holds("alice", "prod");
        scene.transfer(hold, "bob", "move-1");

        ReleaseOutcome outcome = scene.release(hold, claimOf(hold));

        assertThat(outcome)
                .isEqualTo(new ReleaseOutcome.Lost(new Ending.Transferred(Wish.owner("bob"))));
        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void givingBackAllOfALostLockSaysWhyItWasLost() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);
        scene.settle();

        assertThat(scene.releaseAll(hold)).isEqualTo(LOST_BY_EXPIRY);
    }

    @Test
    void aLockThatNobodyKnowsIsNotFound() {
        Hold elsewhere = new Scene().holds("alice", "prod");

        ReleaseOutcome outcome = scene.release(elsewhere, claimOf(elsewhere));

        assertThat(outcome).isEqualTo(new ReleaseOutcome.NotFound());
        assertThat(outcome.code()).isEqualTo(ErrorCode.LOCK_NOT_FOUND);
    }

    @Test
    void someoneElsesClaimDoesNotReleaseTheLock() {
        Hold alices = scene.holds("alice", "prod//api");
        Hold bobs = scene.holds("bob", "prod//web");

        ReleaseOutcome outcome = scene.release(alices, claimOf(bobs));

        assertThat(outcome).isEqualTo(new ReleaseOutcome.NotFound());
        assertThat(scene.liveHolds()).hasSize(2);
    }
}
