package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.Waiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A claim is named by its request id: whoever repeats a request gets its first answer again. */
final class RepetitionTest {
    private final Scene scene = new Scene();

    private Wish alice() {
        return scene.wish("alice", "prod").id("alices");
    }

    private Wish bob() {
        return scene.wish("bob", "prod").waiting().id("bobs");
    }

    private static Refusal ended(Hold hold, Ending how) {
        return new Refusal.Ended(Resource.parse("prod"), hold.id(), hold.token(), how);
    }

    /** Bob waits behind a hold that outlasts his place in line. */
    private Waiter queuedForLong() {
        scene.granted(alice().lease(Duration.ofHours(1)));
        return scene.queued(bob());
    }

    @Test
    void whatWasGrantedIsGrantedUnderTheSameToken() {
        Hold first = scene.granted(alice());

        Hold again = scene.granted(alice());

        assertThat(again).isEqualTo(first);
        assertThat(scene.hold("alice").claims()).hasSize(1);
    }

    @Test
    void whoRepeatsThroughAnotherEngineGetsAFullLeaseAndNoEngineMayGiveItUp() {
        Hold first = scene.granted(alice());
        scene.pass(first.terms().lease().dividedBy(2));

        Hold again = scene.granted(alice().elsewhere());

        assertThat(again.token()).isEqualTo(first.token());
        assertThat(again).isEqualTo(scene.hold("alice"));
        assertThat(first.claims().getFirst().via()).isEqualTo(Scene.HERE);
        assertThat(again.claims().getFirst().via()).isNull();
        assertThat(again.until()).isEqualTo(scene.now().plus(first.terms().lease()));
    }

    @Test
    void whatIsQueuedKeepsItsTicket() {
        scene.granted(alice());
        Waiter first = scene.queued(bob());

        Waiter again = scene.queued(bob());

        assertThat(again).isEqualTo(first);
        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void whoRepeatsAQueuedRequestWithoutWaitingIsRefusedAndLeavesThePlaceAlone() {
        Hold hold = scene.granted(alice());
        scene.queued(bob());

        Refusal refusal = scene.refused(scene.wish("bob", "prod").id("bobs"));

        assertThat(refusal).isInstanceOf(Refusal.Held.class);
        assertThat(((Refusal.Held) refusal).holders()).containsExactly(hold);
        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void aRequestThatArrivesTwiceAtOnceIsGrantedOnce() {
        var first = scene.plan(alice());
        var second = scene.plan(alice());

        assertThat(scene.attempt(first)).isPresent();
        assertThat(scene.attempt(second)).isEmpty();
    }

    @Test
    void aRequestThatArrivesTwiceAtOnceJoinsOnce() {
        scene.granted(alice());
        var first = scene.plan(bob());
        var second = scene.plan(bob());

        assertThat(scene.attempt(first)).isPresent();
        assertThat(scene.attempt(second)).isEmpty();
    }

    @Test
    void whatWasGivenBackIsAnsweredWithTheOldToken() {
        Hold hold = scene.granted(alice());
        scene.release("alice");

        assertThat(scene.refused(alice())).isEqualTo(ended(hold, new Ending.Released()));
        assertThat(scene.keptHolds()).isEmpty();
    }

    @Test
    void whatExpiredIsAnsweredWithTheOldToken() {
        Hold hold = scene.granted(alice());
        scene.pass(Scene.LEASE);
        scene.settle();

        assertThat(scene.refused(alice())).isEqualTo(ended(hold, new Ending.Expired()));
    }

    @Test
    void whatExpiredUnnoticedIsNotGrantedASecondTime() {
        Hold hold = scene.granted(alice());
        scene.pass(Scene.LEASE);

        assertThat(scene.refused(alice())).isEqualTo(ended(hold, new Ending.Expired()));
        assertThat(scene.liveHolds()).isEmpty();
    }

    @Test
    void whatWasForcedIsAnsweredWithWhoAndWhy() {
        Hold hold = scene.granted(alice());
        scene.forceUnlock(new Quarantine.Skipped(), hold);

        assertThat(scene.refused(alice()))
                .isEqualTo(ended(hold, new Ending.Forced("oncall", "runner died")));
    }

    @Test
    void whatWasCancelledStaysCancelled() {
        scene.granted(alice());
        Waiter wait = scene.queued(bob());
        scene.cancel(wait.claim().request());

        assertThat(scene.refused(bob()))
                .isEqualTo(new Refusal.Cancelled(Resource.parse("prod"), "changed"));
    }

    @Test
    void whoLetItsPlaceLapseGetsANewOneAtTheEnd() {
        Waiter first = queuedForLong();
        scene.pass(Rules.DEFAULT.ticketLease());
        scene.waits("carol", "prod");

        Waiter again = scene.queued(bob());

        assertThat(again.ticket()).isGreaterThan(first.ticket());
        assertThat(scene.queue()).containsExactly("carol", "bob");
        assertThat(scene.keptWaiters()).doesNotContain(first);
    }

    @Test
    void whoLetItsPlaceLapseAndComesBackTwiceAtOnceGetsOnePlace() {
        queuedForLong();
        scene.pass(Rules.DEFAULT.ticketLease());
        var first = scene.plan(bob());
        var second = scene.plan(bob());

        assertThat(scene.attempt(first)).isPresent();
        assertThat(scene.attempt(second)).isEmpty();
    }

    @Test
    void whosePlaceWasSweptAwayGetsANewOne() {
        queuedForLong();
        scene.pass(Rules.DEFAULT.ticketLease());
        scene.sweep();
        assertThat(scene.keptWaiters()).isEmpty();

        scene.queued(bob());

        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void anotherWishUnderTheNameOfAHoldIsNoRepetition() {
        scene.granted(alice());

        assertThatThrownBy(() -> scene.ask(scene.wish("alice", "prod//api").id("alices")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("alices");
    }

    @Test
    void anotherWishUnderTheNameOfAWaitIsNoRepetition() {
        scene.granted(alice());
        scene.queued(bob());

        assertThatThrownBy(() -> scene.ask(bob().shared()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("bobs");
    }

    @Test
    void anotherRunUnderTheNameOfAHoldIsNoRepetition() {
        scene.granted(alice());

        assertThatThrownBy(() -> scene.ask(scene.wish("bob", "prod").id("alices")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("alices");
    }

    @Test
    void anotherRunUnderTheNameOfAWaitIsNoRepetition() {
        scene.granted(alice());
        scene.queued(bob());

        assertThatThrownBy(() -> scene.ask(scene.wish("carol", "prod").id("bobs").waiting()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("bobs");
    }
}
