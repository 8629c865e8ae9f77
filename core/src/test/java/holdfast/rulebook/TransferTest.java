package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import holdfast.model.TransferOutcome;
import holdfast.model.TransferRequest;
import holdfast.model.Waiter;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule 8. */
final class TransferTest {
    private final Scene scene = new Scene();

    private List<Hold> moved(Hold hold, String receiver, String request) {
        TransferOutcome outcome = scene.transfer(hold, receiver, request);
        assertThat(outcome).isInstanceOf(TransferOutcome.Transferred.class);
        return ((TransferOutcome.Transferred) outcome).holds();
    }

    @Test
    void theReceiverGetsALargerTokenAndAFullLease() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Duration.ofSeconds(50));

        Hold received = moved(hold, "bob", "move-1").get(0);

        assertThat(received.token()).isGreaterThan(hold.token());
        assertThat(received.id()).isNotEqualTo(hold.id());
        assertThat(received.until()).isEqualTo(scene.now().plus(Scene.LEASE));
        assertThat(received.standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(scene.liveHolds()).containsExactly(received);
    }

    @Test
    void noWaiterGetsInBetween() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("carol", "prod");

        moved(hold, "bob", "move-1");

        assertThat(scene.holder("prod")).isEqualTo("bob");
        assertThat(scene.queue()).containsExactly("carol");
    }

    @Test
    void overlappingHoldsMoveTogetherAndTheNamedOneComesFirst() {
        Hold child = scene.holds("alice", "prod//api");
        Hold parent = scene.granted(scene.wish("alice", "prod").shared().under(child));

        List<Hold> received = moved(parent, "bob", "move-1");

        assertThat(received)
                .extracting(Hold::resource)
                .containsExactly(parent.resource(), child.resource());
        assertThat(received)
                .allSatisfy(hold -> assertThat(hold.token()).isGreaterThan(parent.token()));
        assertThat(scene.holdsOf("alice")).isEmpty();
    }

    @Test
    void whatOnlyTouchesAMovingHoldThroughAnotherMovesToo() {
        Hold api = scene.holds("alice", "prod//api");
        Hold whole = scene.granted(scene.wish("alice", "prod").shared().under(api));
        Hold web = scene.granted(scene.wish("alice", "prod//web").under(api));

        List<Hold> received = moved(web, "bob", "move-1");

        assertThat(received)
                .extracting(Hold::resource)
                .containsExactlyInAnyOrder(web.resource(), whole.resource(), api.resource());
    }

    @Test
    void aSiblingStaysWithItsOwner() {
        Hold api = scene.holds("alice", "prod//api");
        Hold web = scene.granted(scene.wish("alice", "prod//web").under(api));

        moved(web, "bob", "move-1");

        assertThat(scene.hold("alice")).isEqualTo(api);
    }

    @Test
    void aSharedHoldMovesAmongOtherSharers() {
        Hold hold = scene.shares("alice", "prod");
        scene.shares("carol", "prod");

        moved(hold, "bob", "move-1");

        assertThat(scene.holders("prod")).containsExactly("carol", "bob");
    }

    @Test
    void aRepeatedTransferGetsTheSameAnswer() {
        Hold child = scene.holds("alice", "prod//api");
        Hold parent = scene.granted(scene.wish("alice", "prod").shared().under(child));
        List<Hold> first = moved(parent, "bob", "move-1");

        List<Hold> again = moved(parent, "bob", "move-1");

        assertThat(again).isEqualTo(first);
        assertThat(scene.liveHolds()).isEqualTo(first);
    }

    @Test
    void theOldClaimsEndAsTransferred() {
        Hold hold = scene.holds("alice", "prod");
        moved(hold, "bob", "move-1");
        RequestId request = hold.claims().get(0).request();

        Refusal refusal = scene.refused(scene.wish("alice", "prod").id(request.text()));

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.Ended(
                                hold.resource(),
                                hold.id(),
                                hold.token(),
                                new Ending.Transferred(Wish.owner("bob"))));
    }

    @Test
    void theReceiverGivesItBackByTheTransfersName() {
        Hold hold = scene.holds("alice", "prod");

        Hold received = moved(hold, "bob", "move-1").get(0);

        assertThat(received.claims())
                .extracting(claim -> claim.request().text())
                .containsExactly("move-1");
    }

    @Test
    void aHoldThatHasLapsedIsLost() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        TransferOutcome outcome = scene.transfer(hold, "bob", "move-1");

        assertThat(outcome).isEqualTo(new TransferOutcome.Lost(new Ending.Expired()));
        assertThat(scene.liveHolds()).isEmpty();
    }

    @Test
    void aHoldThatWasForcedIsLostToWhoForcedIt() {
        Hold hold = scene.holds("alice", "prod");
        scene.forceUnlock(new Quarantine.Skipped(), hold);

        assertThat(scene.transfer(hold, "bob", "move-1"))
                .isEqualTo(new TransferOutcome.Lost(new Ending.Forced("oncall", "runner died")));
    }

    @Test
    void aHoldThatNobodyKnowsIsLostWithoutAReason() {
        Hold elsewhere = new Scene().holds("alice", "prod");

        assertThat(scene.transfer(elsewhere, "bob", "move-1"))
                .isEqualTo(new TransferOutcome.Lost(null));
    }

    @Test
    void aTransferToTheOwnerItselfIsInvalid() {
        Hold hold = scene.holds("alice", "prod");

        assertThatThrownBy(() -> scene.transfer(hold, "alice", "move-1"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("already belongs to alice");
    }

    @Test
    void aTransferNamedLikeAnEarlierRequestIsInvalid() {
        Hold hold = scene.holds("alice", "prod");
        String used = hold.claims().get(0).request().text();

        assertThatThrownBy(() -> scene.transfer(hold, "bob", used))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(used);
        assertThat(scene.holder("prod")).isEqualTo("alice");
    }

    @Test
    void twoTransfersUnderOneNameAreInvalid() {
        Hold api = scene.holds("alice", "prod//api");
        Hold web = scene.granted(scene.wish("alice", "prod//web").under(api));
        moved(api, "bob", "move-1");

        assertThatThrownBy(() -> scene.transfer(web, "bob", "move-1"))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("move-1");
    }

    @Test
    void someoneElsesHoldIsNotTakenForTheAnswerOfATransfer() {
        Hold lost = scene.holds("alice", "prod//api");
        scene.pass(Scene.LEASE);
        scene.granted(scene.wish("carol", "prod//web").id("move-1"));

        assertThat(scene.transfer(lost, "bob", "move-1"))
                .isEqualTo(new TransferOutcome.Lost(new Ending.Expired()));
    }

    @Test
    void aRequestWhoseNameBeginsLikeTheTransfersIsNoPartOfIt() {
        Hold hold = scene.holds("alice", "prod//api");
        scene.granted(scene.wish("bob", "prod//web").id("ci/7"));

        List<Hold> received = moved(hold, "bob", "ci");

        assertThat(received).extracting(Hold::resource).containsExactly(hold.resource());
    }

    @Test
    void aTransferThatWouldStandAgainstAQuarantineIsRefused() {
        Hold api = scene.holds("alice", "prod//api");
        Hold whole = scene.granted(scene.wish("alice", "prod").shared().under(api));
        scene.forceUnlock(Quarantine.usual(), whole);

        TransferOutcome outcome = scene.transfer(api, "bob", "move-1");

        assertThat(outcome).isEqualTo(new TransferOutcome.Conflict(scene.hold("quarantine")));
        assertThat(scene.hold("alice")).isEqualTo(api);
    }

    @Test
    void aWishOfTheReceiverBecomesAClaimOfWhatItReceives() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        moved(hold, "bob", "move-1");
        assertThat(scene.more()).isEqualTo(Decision.More.UNSETTLED);
        scene.settle();

        assertThat(scene.hold("bob").claims()).hasSize(2);
    }

    @Test
    void allWishesOfTheReceiverThatItCoversBecomeItsClaims() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod//api");
        scene.waits("bob", "prod//web");

        moved(hold, "bob", "move-1");
        scene.settle();

        assertThat(scene.hold("bob").claims())
                .extracting(claim -> claim.resource().text())
                .containsExactly("prod", "prod//api", "prod//web");
    }

    @Test
    void nothingMovesAlongThatWhoTransfersDidNotExpect() {
        Hold api = scene.holds("alice", "prod//api");
        Hold whole = scene.granted(scene.wish("alice", "prod").under(api));
        var wish =
                new TransferRequest(
                        new RequestId("move-1"),
                        api.id(),
                        Wish.owner("bob"),
                        Optional.of(Set.of(api.id())));

        var decision =
                scene.rulebook()
                        .transfer(scene.view(Interest.NONE), wish, scene.circumstances(Scene.HERE));

        assertThat(decision.toCommit()).isEmpty();
        assertThat(scene.attempt(decision)).contains(new TransferOutcome.Conflict(whole));
        assertThat(Rulebook.movingWith(scene.view(Interest.NONE), api.id()))
                .containsExactly(api, whole);
    }

    @Test
    void aTransferIsBoundToTheHoldBeingLive() {
        Hold hold = scene.holds("alice", "prod");
        var wish = new TransferRequest(new RequestId("move-1"), hold.id(), Wish.owner("bob"));
        var late =
                scene.rulebook()
                        .transfer(scene.view(Interest.NONE), wish, scene.circumstances(Scene.HERE));

        scene.pass(Scene.LEASE);

        assertThat(late.toCommit().orElseThrow().conditions())
                .contains(new Condition.HoldLive(hold.token()));
        assertThat(scene.attempt(late)).isEmpty();
    }

    @Test
    void theReceiverMustNotPretendToBeAQuarantine() {
        Hold hold = scene.holds("alice", "prod");
        var wish = new TransferRequest(new RequestId("move-1"), hold.id(), ForceUnlock.QUARANTINE);

        assertThatThrownBy(() ->
                        scene.rulebook()
                                .transfer(
                                        scene.view(Interest.NONE),
                                        wish,
                                        scene.circumstances(Scene.HERE)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("reserved");
    }

    private Decision<TransferOutcome> planned(Hold hold, String request) {
        var wish = new TransferRequest(new RequestId(request), hold.id(), Wish.owner("bob"));
        return scene.rulebook()
                .transfer(scene.view(Interest.NONE), wish, scene.circumstances(Scene.HERE));
    }

    @Test
    void aRenewalThatArrivesBeforeTheTransferDoesNotDisturbItAndOneAfterItIsTooLate() {
        Hold hold = scene.holds("alice", "prod");
        var underWay = planned(hold, "move-1");

        assertThat(scene.renew(hold)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(scene.attempt(underWay)).isPresent();

        assertThat(scene.renew(hold))
                .isEqualTo(new RenewOutcome.Lost(new Ending.Transferred(Wish.owner("bob"))));
        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void whatEndsTheLockBeforeTheTransferArrivesKeepsItFromMoving() {
        Hold released = scene.holds("alice", "prod//api");
        Hold forced = scene.holds("anna", "prod//web");
        Hold handedOn = scene.holds("adam", "prod//db");
        List<Decision<TransferOutcome>> underWay =
                List.of(
                        planned(released, "move-1"),
                        planned(forced, "move-2"),
                        planned(handedOn, "move-3"));

        scene.releaseAll(released);
        scene.forceUnlock(new Quarantine.Skipped(), forced);
        moved(handedOn, "carol", "move-4");

        assertThat(underWay).allSatisfy(late -> assertThat(scene.attempt(late)).isEmpty());
        assertThat(List.of(released, forced, handedOn))
                .allSatisfy(hold ->
                        assertThat(scene.transfer(hold, "bob", "again"))
                                .isInstanceOf(TransferOutcome.Lost.class));
        assertThat(scene.liveHolds()).extracting(hold -> hold.owner().name()).containsOnly("carol");
    }

    @Test
    void aForceUnlockThatMeantTheOldHolderLeavesTheReceiverAlone() {
        Hold hold = scene.holds("alice", "prod");
        moved(hold, "bob", "move-1");

        scene.forceUnlock(new Quarantine.Skipped(), hold);

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aReceiverThatNeverShowsUpLosesTheLockAfterOneLeaseToWhoWaits() {
        Hold hold = scene.holds("alice", "prod");
        Waiter waiter = scene.waits("carol", "prod");
        moved(hold, "bob", "move-1");
        scene.pass(Scene.LEASE.dividedBy(3));
        scene.touch(waiter);
        scene.pass(Scene.LEASE.dividedBy(3));
        scene.touch(waiter);

        scene.pass(Scene.LEASE.dividedBy(3));
        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("carol");
    }
}
