package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.RenewOutcome;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 7, the half about renewing, and the tenure of rule 3. */
final class RenewalTest {
    private static final RenewOutcome EXPIRED = new RenewOutcome.Lost(new Ending.Expired());

    private final Scene scene = new Scene();

    @Test
    void aRenewalLetsTheLeaseRunAnew() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Duration.ofSeconds(20));

        RenewOutcome outcome = scene.renew(hold);

        assertThat(outcome).isEqualTo(new RenewOutcome.Renewed(scene.now()));
        assertThat(scene.hold("alice").until()).isEqualTo(scene.now().plus(Scene.LEASE));
        assertThat(scene.hold("alice").heartbeatAt()).isEqualTo(scene.now());
    }

    @Test
    void aRenewalNeverShortensTheHold() {
        Hold hold = scene.holds("alice", "prod");

        scene.renew(hold, Duration.ofSeconds(1));

        assertThat(scene.hold("alice").until()).isEqualTo(hold.until());
    }

    @Test
    void aRenewalDependsOnNothingButTheHoldBeingLive() {
        Hold hold = scene.holds("alice", "prod");

        scene.renew(hold);

        assertThat(scene.lastConditions()).containsExactly(new Condition.HoldLive(hold.token()));
    }

    @Test
    void oneNanosecondBeforeItsEndAHoldCanBeRenewed() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE.minusNanos(1));

        assertThat(scene.renew(hold)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    @Test
    void atTheInstantOfItsEndItIsOver() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        assertThat(scene.renew(hold)).isEqualTo(EXPIRED);
        assertThat(scene.liveHolds()).isEmpty();
    }

    @Test
    void anEndedHoldIsNotRevivedEvenIfNobodyTookItsPlace() {
        Hold hold = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);
        scene.settle();

        assertThat(scene.renew(hold)).isEqualTo(EXPIRED);
        assertThat(scene.keptHolds()).isEmpty();
    }

    @Test
    void aForcedHolderIsToldWhoAndWhy() {
        Hold hold = scene.holds("alice", "prod");
        scene.forceUnlock(Quarantine.usual(), hold);

        assertThat(scene.renew(hold))
                .isEqualTo(new RenewOutcome.Lost(new Ending.Forced("oncall", "runner died")));
    }

    @Test
    void aHolderWhoseLockWasTransferredIsToldToWhom() {
        Hold hold = scene.holds("alice", "prod");
        scene.transfer(hold, "bob", "move-1");

        assertThat(scene.renew(hold))
                .isEqualTo(new RenewOutcome.Lost(new Ending.Transferred(Wish.owner("bob"))));
    }

    @Test
    void aReleasedHoldIsNotRenewed() {
        Hold hold = scene.holds("alice", "prod");
        scene.releaseAll(hold);

        assertThat(scene.renew(hold)).isEqualTo(new RenewOutcome.Lost(new Ending.Released()));
    }

    @Test
    void nothingIsSaidAboutAHoldThatTheStoreDoesNotKnow() {
        Hold elsewhere = new Scene().holds("alice", "prod");

        assertThat(scene.renew(elsewhere)).isEqualTo(new RenewOutcome.Lost(null));
    }

    @Test
    void aLiveHoldIsNotCalledExpiredWhenTheTokenWasWrong() {
        Hold hold = scene.holds("alice", "prod");

        RenewOutcome outcome = scene.rulebook().lost(scene.view(Interest.NONE), hold.id());

        assertThat(outcome).isEqualTo(new RenewOutcome.Lost(null));
    }

    @Test
    void renewalsEndWithTheTenure() {
        var strict = strictScene(Duration.ofSeconds(90));
        Hold hold = strict.holds("alice", "prod//api");
        strict.pass(Duration.ofSeconds(50));
        strict.renew(hold);

        assertThat(strict.hold("alice").until())
                .isEqualTo(hold.acquiredAt().plus(Duration.ofSeconds(90)));

        strict.pass(Duration.ofSeconds(40));

        assertThat(strict.renew(hold)).isEqualTo(EXPIRED);
    }

    @Test
    void aTenureShorterThanTheLeaseCountsFromTheGrant() {
        var strict = strictScene(Duration.ofSeconds(30));

        Hold hold = strict.holds("alice", "prod//api");

        assertThat(hold.until()).isEqualTo(strict.now().plus(Duration.ofSeconds(30)));
    }

    @Test
    void aTenureAlsoBoundsWhatIsGrantedFromTheQueue() {
        var strict = strictScene(Duration.ofSeconds(30));
        strict.holds("alice", "prod//api");
        strict.waits("bob", "prod//api");

        strict.release("alice");

        assertThat(strict.hold("bob").until()).isEqualTo(strict.now().plus(Duration.ofSeconds(30)));
    }

    @Test
    void theTenureOfAnotherPrefixDoesNotCount() {
        var strict = strictScene(Duration.ofSeconds(30));

        Hold hold = strict.holds("alice", "prod//web");

        assertThat(hold.until()).isEqualTo(strict.now().plus(Scene.LEASE));
    }

    @Test
    void aRenewalOfOneHoldLeavesTheOthersAlone() {
        Hold alices = scene.holds("alice", "prod//api");
        Hold bobs = scene.holds("bob", "prod//web");
        scene.pass(Duration.ofSeconds(20));

        scene.renew(alices);

        assertThat(scene.hold("bob")).isEqualTo(bobs);
    }

    private static Scene strictScene(Duration tenure) {
        Rules usual = Rules.DEFAULT;
        return new Scene(
                new Rules(
                        usual.priorityStep(),
                        usual.claimDeadline(),
                        usual.ticketLease(),
                        usual.limits(),
                        List.of(
                                new Rules.Tenure(new Prefix("prod//api"), tenure),
                                new Rules.Tenure(Prefix.EVERYTHING, Duration.ofHours(8)))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.1S", "PT0.999S", "PT1.001S", "PT1.5S", "PT59.999S"})
    void aLeaseIsNeverRoundedToWholeSeconds(Duration lease) {
        Hold hold = scene.granted(scene.wish("alice", "prod").lease(lease));
        assertThat(hold.until()).isEqualTo(scene.now().plus(lease));
        scene.pass(lease.minusNanos(1));

        assertThat(scene.renew(hold)).isInstanceOf(RenewOutcome.Renewed.class);

        assertThat(scene.hold("alice").until()).isEqualTo(scene.now().plus(lease));
        scene.pass(lease);
        assertThat(scene.liveHolds()).isEmpty();
    }
}
