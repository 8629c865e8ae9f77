package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.CancelOutcome;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Waiter;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a request leaves the queue without its lock: by rule 4 nobody behind it is kept waiting, by rule 10 a victim is told why. */
final class WithdrawalTest {
    private static final RequestId BOBS = new RequestId("bobs");

    private final Scene scene = new Scene();

    private Wish bob() {
        return scene.wish("bob", "prod").waiting().id("bobs");
    }

    @Test
    void aCancelBeforeTheGrantEndsTheWait() {
        scene.holds("alice", "prod");
        scene.queued(bob());

        CancelOutcome outcome = scene.cancel(BOBS);
        scene.release("alice");

        assertThat(outcome).isEqualTo(new CancelOutcome.Cancelled());
        assertThat(scene.holder("prod")).isEqualTo("nobody");
    }

    @Test
    void aCancelAfterTheGrantIsToldOfIt() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.release("alice");

        CancelOutcome outcome = scene.cancel(BOBS);

        assertThat(outcome).isEqualTo(new CancelOutcome.AlreadyGranted(scene.hold("bob")));
    }

    @Test
    void aCancelAfterTheGrantExpiredUnnoticedIsToldSo() {
        Hold hold = scene.granted(bob());
        scene.pass(Scene.LEASE);

        CancelOutcome outcome = scene.cancel(BOBS);

        assertThat(outcome).isEqualTo(new CancelOutcome.AlreadyEnded(new Ending.Expired()));
        assertThat(scene.release(hold, hold.claims().get(0)))
                .isEqualTo(new ReleaseOutcome.Lost(new Ending.Expired()));
    }

    @Test
    void aCancelOfAGrantThatNobodyConfirmedInTimeIsFinal() {
        scene.holds("alice", "prod");
        scene.queued(bob().elsewhere());
        scene.release("alice");
        scene.pass(Rules.DEFAULT.claimDeadline());

        assertThat(scene.cancel(BOBS)).isEqualTo(new CancelOutcome.Cancelled());
        assertThat(scene.refused(bob())).isInstanceOf(Refusal.Cancelled.class);
    }

    @Test
    void aCancelThatWasDecidedBeforeTheGrantIsDecidedAgain() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        var late =
                scene.rulebook()
                        .cancel(
                                scene.view(Interest.in(BOBS)),
                                BOBS,
                                "changed",
                                scene.circumstances(Scene.HERE));

        scene.release("alice");

        assertThat(scene.attempt(late)).isEmpty();
    }

    @Test
    void aCancelOfTheFirstInLineLetsTheNextMoveUp() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.waits("carol", "prod");

        scene.cancel(BOBS);

        assertThat(scene.queue()).containsExactly("carol");
    }

    @Test
    void aCancelLetsNobodyPassThoseWhomTheDecisionCouldNotSee() {
        // Given that of the path only bob and eve are shown, and dan stands behind them
        scene.holds("alice", "prod//api/db");
        scene.queued(scene.wish("bob", "prod//api").waiting().id("bobs"));
        scene.waits("eve", "prod//api");
        scene.waits("dan", "prod//api");
        scene.waits("eve", "prod//api/web");

        scene.cancel(BOBS);

        assertThat(scene.holders("prod//api/web")).isEmpty();
        assertThat(scene.queue()).containsExactly("eve", "dan", "eve");
    }

    @Test
    void aPlaceThatHasLapsedCanStillBeCancelled() {
        scene.granted(scene.wish("alice", "prod").lease(Duration.ofHours(1)));
        scene.queued(bob());
        scene.pass(Rules.DEFAULT.ticketLease());

        assertThat(scene.cancel(BOBS)).isEqualTo(new CancelOutcome.Cancelled());
        assertThat(scene.keptWaiters()).isEmpty();
    }

    @Test
    void theWaitersEngineIsTold() {
        scene.holds("alice", "prod");
        scene.queued(bob().elsewhere());

        scene.cancel(BOBS);

        assertThat(scene.lastCommit().tell()).containsExactly(Scene.ELSEWHERE);
    }

    @Test
    void aCancelThatIsRepeatedHearsTheSameAgain() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.cancel(BOBS);

        assertThat(scene.cancel(BOBS)).isEqualTo(new CancelOutcome.Cancelled());
    }

    @Test
    void aCancelOfWhatAnotherCancelledHearsHowItEnded() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.forestall(BOBS);

        assertThat(scene.cancel(BOBS)).isInstanceOf(CancelOutcome.AlreadyEnded.class);
    }

    @Test
    void aRequestThatNobodyKnowsIsNotFound() {
        assertThat(scene.cancel(BOBS)).isEqualTo(new CancelOutcome.NotFound());
    }

    @Test
    void aCancelOfAnUnknownRequestLeavesNoTrace() {
        scene.cancel(BOBS);

        scene.granted(bob());

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aForestalledRequestFindsItselfAnsweredWhenItArrives() {
        assertThat(scene.forestall(BOBS)).isEqualTo(new CancelOutcome.Cancelled());

        assertThat(scene.refused(bob()))
                .isEqualTo(new Refusal.Cancelled(Resource.parse("prod"), "too late"));
    }

    @Test
    void aForestallThatIsOvertakenByTheGrantIsDecidedAgain() {
        var late =
                scene.rulebook()
                        .forestall(
                                scene.view(Interest.in(BOBS)),
                                BOBS,
                                "too late",
                                scene.circumstances(Scene.HERE));

        Hold hold = scene.granted(bob());

        assertThat(scene.attempt(late)).isEmpty();
        assertThat(scene.forestall(BOBS)).isEqualTo(new CancelOutcome.AlreadyGranted(hold));
    }

    @Test
    void aForestallThatIsOvertakenByAReentryIsDecidedAgain() {
        Hold outer = scene.holds("bob", "prod");
        var late =
                scene.rulebook()
                        .forestall(
                                scene.view(Interest.in(BOBS)),
                                BOBS,
                                "too late",
                                scene.circumstances(Scene.HERE));

        scene.granted(bob().under(outer));

        assertThat(scene.attempt(late)).isEmpty();
    }

    @Test
    void aForestallOfAWaitingRequestCancelsIt() {
        scene.holds("alice", "prod");
        scene.queued(bob());

        assertThat(scene.forestall(BOBS)).isEqualTo(new CancelOutcome.Cancelled());
        assertThat(scene.queue()).isEmpty();
    }

    @Test
    void aVictimIsToldTheCycle() {
        scene.holds("alice", "prod");
        Waiter wait = scene.queued(bob());
        var cycle = List.of(new OwnerId("run-of-alice"), new OwnerId("run-of-bob"));

        scene.abort(wait.claim().request(), cycle);

        assertThat(scene.queue()).isEmpty();
        assertThat(scene.refused(bob()))
                .isEqualTo(new Refusal.Deadlock(Resource.parse("prod"), cycle));
    }

    @Test
    void whoWasGrantedInTheMeantimeIsNoVictim() {
        scene.holds("alice", "prod");
        scene.queued(bob());
        scene.release("alice");

        CancelOutcome outcome = scene.abort(BOBS, List.of(new OwnerId("run-of-bob")));

        assertThat(outcome).isEqualTo(new CancelOutcome.AlreadyGranted(scene.hold("bob")));
    }
}
