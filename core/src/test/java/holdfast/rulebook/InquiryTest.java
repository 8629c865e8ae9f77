package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.ErrorCode;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RequestState;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.Change;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What callers over a network hear of their requests, and what keeps these alive. */
final class InquiryTest {
    private static final Duration STEP = Duration.ofSeconds(15);

    private static final Duration TICKET = Rules.DEFAULT.ticketLease();
    private static final Duration DEADLINE = Rules.DEFAULT.claimDeadline();

    private final Scene scene = new Scene();

    private Waiter bobWaits() {
        scene.holds("alice", "prod");
        return scene.queued(bob());
    }

    private Wish bob() {
        return scene.wish("bob", "prod").waiting().overTheNetwork().id("bobs");
    }

    @Test
    void aGrantToACallerOverTheNetworkIsAnOfferWhoeverDecides() {
        bobWaits();

        scene.release("alice");

        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.UNCONFIRMED);
        assertThat(scene.hold("bob").until()).isEqualTo(scene.now().plus(DEADLINE));
        assertThat(scene.lastCommit().tell()).contains(EngineId.ANY_SERVER);
    }

    @Test
    void whatIsFreeIsGrantedAtOnceAndForGood() {
        Hold hold = scene.granted(bob());

        assertThat(hold.standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(hold.until()).isEqualTo(scene.now().plus(Scene.LEASE));
    }

    @Test
    void lookingAtAnOfferDoesNotConfirmIt() {
        Waiter place = bobWaits();
        scene.release("alice");
        scene.pass(Duration.ofSeconds(5));

        assertThat(scene.inquire(place))
                .isEqualTo(new RequestState.Offered(scene.hold("bob"), scene.now()));
        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.UNCONFIRMED);
    }

    @Test
    void aRenewalConfirmsAnOffer() {
        Waiter place = bobWaits();
        scene.release("alice");

        scene.renew(scene.hold("bob"));

        assertThat(scene.inquire(place))
                .isEqualTo(new RequestState.Held(scene.hold("bob"), scene.now()));
        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.CONFIRMED);
    }

    @Test
    void askingAgainConfirmsAnOffer() {
        bobWaits();
        scene.release("alice");

        Hold hold = scene.granted(bob());

        assertThat(hold.standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(hold.until()).isEqualTo(scene.now().plus(Scene.LEASE));
    }

    @Test
    void anOfferThatNobodyConfirmsFallsToTheNext() {
        Waiter place = bobWaits();
        scene.waits("carol", "prod");
        scene.release("alice");
        scene.pass(DEADLINE);

        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("carol");
        assertThat(scene.inquire(place)).isEqualTo(new RequestState.Unknown());
    }

    @Test
    void whoInquiresKeepsItsPlace() {
        Waiter place = bobWaits();
        for (int i = 0; i < 3; i++) {
            scene.pass(TICKET.dividedBy(2));
            assertThat(scene.inquire(place)).isInstanceOf(RequestState.Waiting.class);
        }

        assertThat(scene.queue()).containsExactly("bob");
    }

    /** As Terraform does: 1, 2, 4, 8 and then 16 seconds after the answer before. */
    @Test
    void whoInquiresEverMoreSeldomKeepsItsPlaceAsLongAsItComesWithinALease() {
        Waiter place = bobWaits();
        for (int seconds : new int[] {2, 4, 8, 16, 16}) {
            scene.pass(Duration.ofSeconds(seconds));
            assertThat(scene.inquire(place)).isInstanceOf(RequestState.Waiting.class);
        }

        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void whoInquiresOftenDoesNotWriteOften() {
        Waiter place = bobWaits();
        scene.pass(TICKET.dividedBy(6).minusMillis(1));

        scene.inquire(place);

        assertThat(scene.lastCommit().changes()).noneMatch(Change.Touch.class::isInstance);
    }

    @Test
    void whoStaysAwayLosesItsPlaceAndMayAskAnew() {
        Waiter place = bobWaits();
        scene.pass(TICKET);

        assertThat(scene.inquire(place)).isEqualTo(new RequestState.Unknown());
        assertThat(scene.queued(bob()).ticket()).isNotEqualTo(place.ticket());
    }

    @Test
    void anInquiryNoticesThatItIsTheCallersTurn() {
        Waiter place = bobWaits();
        scene.pass(Duration.ofSeconds(20));
        scene.touch(place);
        scene.pass(Duration.ofSeconds(20));
        scene.touch(place);
        scene.pass(Duration.ofSeconds(20)); // alice's lease is over, and nobody has noticed

        assertThat(scene.inquire(place)).isInstanceOf(RequestState.Offered.class);
        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aRequestThatWasCancelledIsOver() {
        Waiter place = bobWaits();
        scene.cancel(place.claim().request());

        assertThat(scene.inquire(place))
                .isInstanceOfSatisfying(
                        RequestState.Over.class,
                        over -> assertThat(over.refusal().code()).isEqualTo(ErrorCode.CANCELLED));
    }

    @Test
    void whoWaitedForTooLongHearsOfTheFreezeThatKeptItOut() {
        Waiter place = waitedAlmostTooLong();
        Freeze freeze = scene.freeze("prod", Duration.ofHours(1));
        scene.pass(STEP);

        assertThat(scene.inquire(place))
                .isInstanceOfSatisfying(
                        RequestState.Over.class,
                        over ->
                                assertThat(((Refusal.TimedOut) over.refusal()).freeze())
                                        .isEqualTo(freeze));
    }

    @Test
    void nobodyWaitsLongerThanTheLimitQueueTimeByAskingAgainAndAgain() {
        Waiter place = waitedAlmostTooLong();
        scene.pass(STEP);

        assertThat(scene.inquire(place))
                .isInstanceOfSatisfying(
                        RequestState.Over.class,
                        over -> {
                            assertThat(over.refusal().code()).isEqualTo(ErrorCode.TIMEOUT);
                            assertThat(((Refusal.TimedOut) over.refusal()).freeze()).isNull();
                        });
        assertThat(scene.queue()).isEmpty();
    }

    private Waiter waitedAlmostTooLong() {
        Hold alice = scene.holds("alice", "prod");
        Waiter place = scene.queued(bob());
        Duration waited = Duration.ZERO;
        while (waited.compareTo(Rules.DEFAULT.limits().queueTimeMax().minus(STEP)) < 0) {
            scene.pass(STEP);
            waited = waited.plus(STEP);
            scene.renew(alice);
            assertThat(scene.inquire(place)).isInstanceOf(RequestState.Waiting.class);
        }
        return place;
    }
}
