package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 5. */
final class ClaimDeadlineTest {
    private static final Duration DEADLINE = Rules.DEFAULT.claimDeadline();

    private final Scene scene = new Scene();

    /** Bob waits in another engine and is granted by alice's release. */
    private Hold grantToBob() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.release("alice");
        return scene.hold("bob");
    }

    private Wish bob() {
        return scene.wish("bob", "prod").waiting().elsewhere().id("bobs");
    }

    @Test
    void aGrantFromTheQueueLastsUntilTheClaimDeadline() {
        Hold hold = grantToBob();

        assertThat(hold.until()).isEqualTo(scene.now().plus(DEADLINE));
    }

    @Test
    void theRepeatedRequestConfirmsAndExchangesTheDeadlineForTheLease() {
        Hold granted = grantToBob();
        scene.pass(Duration.ofSeconds(5));

        Hold confirmed = scene.granted(bob());

        assertThat(confirmed.token()).isEqualTo(granted.token());
        assertThat(confirmed.standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(confirmed.until()).isEqualTo(scene.now().plus(Scene.LEASE));
        assertThat(scene.hold("bob")).isEqualTo(confirmed);
    }

    @Test
    void aLeaseShorterThanTheDeadlineCountsFromTheConfirmation() {
        scene.holds("alice", "prod");
        Duration brief = Duration.ofSeconds(5);
        scene.queued(bob().lease(brief));
        scene.release("alice");

        Hold confirmed = scene.granted(bob().lease(brief));

        assertThat(confirmed.until()).isEqualTo(scene.now().plus(brief));
    }

    @Test
    void aConfirmationNeedsALiveHoldThatNobodyHasChangedSince() {
        Hold hold = grantToBob();
        long version = scene.view(Interest.NONE).version();

        scene.granted(bob());

        assertThat(scene.lastConditions())
                .containsExactly(
                        new Condition.HoldLive(hold.token()), new Condition.VersionIs(version));
    }

    @Test
    void aConfirmationThatArrivesAtTheDeadlineIsTooLate() {
        grantToBob();
        var confirmation = scene.plan(bob());

        scene.pass(DEADLINE);

        assertThat(scene.attempt(confirmation)).isEmpty();
    }

    @Test
    void whoDoesNotConfirmLosesTheGrantToTheNextLiveWaiter() {
        scene.granted(scene.wish("alice", "prod").lease(Duration.ofHours(1)));
        scene.queued(bob());
        IntStream.range(0, 50).forEach(i -> scene.waitsElsewhere("dead" + i, "prod"));
        Waiter carol = scene.waits("carol", "prod");
        scene.pass(Duration.ofSeconds(20));
        scene.touch(carol);
        scene.release("alice");
        scene.pass(DEADLINE);

        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("carol");
    }

    @Test
    void anUnconfirmedGrantEndsAsUnconfirmed() {
        Hold hold = grantToBob();
        scene.pass(DEADLINE);

        scene.settle();

        assertThat(scene.lastCommit().changes())
                .startsWith(new Change.End(hold, new Ending.Unconfirmed()));
    }

    /** It may have been told of the grant and could not confirm it. */
    @Test
    void whoGivesBackAGrantThatItDidNotConfirmInTimeHearsThatItWasLost() {
        Hold hold = grantToBob();
        scene.pass(DEADLINE);
        scene.settle();

        assertThat(scene.release(hold, hold.claims().getFirst()))
                .isEqualTo(new ReleaseOutcome.Lost(new Ending.Unconfirmed()));
        assertThat(scene.renew(hold)).isEqualTo(new RenewOutcome.Lost(new Ending.Unconfirmed()));
    }

    @Test
    void aRequestThatMissedItsGrantJoinsAgainAtTheEnd() {
        grantToBob();
        scene.waits("carol", "prod");
        scene.waits("dave", "prod");
        scene.pass(DEADLINE);

        scene.queued(bob());

        assertThat(scene.holder("prod")).isEqualTo("carol");
        assertThat(scene.queue()).containsExactly("dave", "bob");
    }

    @Test
    void aRequestThatMissedItsGrantIsGrantedAgainIfNobodyElseWaits() {
        Hold missed = grantToBob();
        scene.pass(DEADLINE);
        scene.settle();

        Hold hold = scene.granted(bob());

        assertThat(hold.token()).isGreaterThan(missed.token());
    }

    @Test
    void whoStopsWaitingGivesAnUnconfirmedGrantBack() {
        Hold hold = grantToBob();
        scene.waits("carol", "prod");
        var claim = hold.claims().get(0);
        assertThat(scene.cancel(claim.request())).isEqualTo(new CancelOutcome.AlreadyGranted(hold));

        ReleaseOutcome outcome = scene.release(hold, claim);

        assertThat(outcome).isEqualTo(new ReleaseOutcome.Released(0));
        assertThat(scene.holder("prod")).isEqualTo("carol");
    }
}
