package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.OwnerId;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.store.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 6. */
final class ReentryTest {
    private final Scene scene = new Scene();

    @Test
    void aFurtherClaimOnTheSameResourceGetsTheSameToken() {
        Hold outer = scene.holds("alice", "prod");

        Hold inner = scene.granted(scene.wish("alice", "prod").under(outer));

        assertThat(inner.id()).isEqualTo(outer.id());
        assertThat(inner.token()).isEqualTo(outer.token());
        assertThat(scene.hold("alice").claims()).hasSize(2);
    }

    /** Its owner may be told of it before it is confirmed, and may build on it at once. */
    @Test
    void whoNamesALockThatIsNotConfirmedYetConfirmsItAndGetsTheSameToken() {
        scene.holds("alice", "prod");
        scene.waitsElsewhere("bob", "prod");
        scene.release("alice");
        Hold offered = scene.hold("bob");
        assertThat(offered.standing()).isEqualTo(Standing.UNCONFIRMED);

        Hold inner = scene.granted(scene.wish("bob", "prod//api").under(offered));

        assertThat(inner.token()).isEqualTo(offered.token());
        assertThat(scene.hold("bob").standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(scene.hold("bob").claims()).hasSize(2);
    }

    @Test
    void aChildUnderTheOwnExclusiveHoldGetsTheSameToken() {
        Hold outer = scene.holds("alice", "prod");

        Hold inner = scene.granted(scene.wish("alice", "prod//api/db").under(outer));

        assertThat(inner.token()).isEqualTo(outer.token());
        assertThat(scene.hold("alice").claims().get(1).resource())
                .isEqualTo(Resource.parse("prod//api/db"));
    }

    @Test
    void aSharedWishUnderTheOwnExclusiveHoldGetsTheSameToken() {
        Hold outer = scene.holds("alice", "prod");

        Hold inner = scene.granted(scene.wish("alice", "prod").shared().under(outer));

        assertThat(inner.token()).isEqualTo(outer.token());
    }

    @Test
    void aFurtherSharedClaimGetsTheSameToken() {
        Hold outer = scene.shares("alice", "prod");

        Hold inner = scene.granted(scene.wish("alice", "prod").shared().under(outer));

        assertThat(inner.token()).isEqualTo(outer.token());
    }

    @Test
    void aParentOfTheOwnHoldIsANewHold() {
        Hold child = scene.holds("alice", "prod//api");

        Hold parent = scene.granted(scene.wish("alice", "prod").under(child));

        assertThat(parent.token()).isGreaterThan(child.token());
    }

    @Test
    void aChildOfTheOwnSharedHoldIsANewHold() {
        Hold parent = scene.shares("alice", "prod");

        Hold child = scene.granted(scene.wish("alice", "prod//api").shared().under(parent));

        assertThat(child.token()).isGreaterThan(parent.token());
    }

    @Test
    void whoReentersDoesNotWaitBehindAnyone() {
        Hold outer = scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        Hold inner = scene.granted(scene.wish("alice", "prod").under(outer));

        assertThat(inner.token()).isEqualTo(outer.token());
    }

    @Test
    void aShorterInnerLeaseDoesNotShortenTheOuterOne() {
        Hold outer = scene.holds("alice", "prod");

        scene.granted(scene.wish("alice", "prod").under(outer).lease(Duration.ofSeconds(1)));

        assertThat(scene.hold("alice").until()).isEqualTo(outer.until());
        assertThat(scene.hold("alice").terms().lease()).isEqualTo(Scene.LEASE);
    }

    @Test
    void aLongerInnerLeaseProlongsTheHold() {
        Hold outer = scene.holds("alice", "prod");
        Duration longer = Duration.ofHours(1);

        scene.granted(scene.wish("alice", "prod").under(outer).lease(longer));

        assertThat(scene.hold("alice").until()).isEqualTo(scene.now().plus(longer));
    }

    @Test
    void anInnerLeaseDoesNotOutlastTheTenure() {
        Duration tenure = Duration.ofMinutes(5);
        var strict = new Scene(rulesWith(new Rules.Tenure(new Prefix("prod"), tenure)));
        Hold outer = strict.holds("alice", "prod");

        strict.granted(strict.wish("alice", "prod").under(outer).lease(Duration.ofHours(1)));

        assertThat(strict.hold("alice").until()).isEqualTo(strict.now().plus(tenure));
    }

    private static Rules rulesWith(Rules.Tenure tenure) {
        Rules usual = Rules.DEFAULT;
        return new Rules(
                usual.priorityStep(),
                usual.claimDeadline(),
                usual.ticketLease(),
                usual.limits(),
                List.of(tenure));
    }

    @Test
    void anOwnerIdAloneProvesNothing() {
        scene.holds("alice", "prod");

        Refusal refusal = scene.refused(scene.wish("alice", "prod"));

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.OwnerNotProven(
                                Resource.parse("prod"), new OwnerId("run-of-alice")));
    }

    @Test
    void noClaimIsAddedUnderALockWhoseLeaseRanOut() {
        Hold lost = scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        Refusal refusal = scene.refused(scene.wish("alice", "prod//api").under(lost));

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.NotUnderLiveLock(
                                Resource.parse("prod//api"), lost.id(), new Ending.Expired()));
    }

    @Test
    void noClaimIsAddedUnderALockThatWasTakenAway() {
        Hold lost = scene.holds("alice", "prod");
        scene.forceUnlock(new Quarantine.Skipped(), lost);

        Refusal refusal = scene.refused(scene.wish("alice", "prod").under(lost));

        assertThat(refusal).isInstanceOf(Refusal.NotUnderLiveLock.class);
        assertThat(((Refusal.NotUnderLiveLock) refusal).ending()).isInstanceOf(Ending.Forced.class);
    }

    @Test
    void noClaimIsAddedUnderALockOfSomeoneElse() {
        Hold bobs = scene.holds("bob", "prod//web");

        Refusal refusal = scene.refused(scene.wish("alice", "prod//api").under(bobs));

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.NotUnderLiveLock(Resource.parse("prod//api"), bobs.id(), null));
    }

    @Test
    void theHoldMustStillLiveWhenTheClaimIsAdded() {
        Hold outer = scene.holds("alice", "prod");
        var late = scene.plan(scene.wish("alice", "prod").under(outer));

        scene.pass(Scene.LEASE);

        assertThat(late.toCommit().orElseThrow().conditions())
                .contains(new Condition.HoldLive(outer.token()));
        assertThat(scene.attempt(late)).isEmpty();
    }

    @Test
    void twoWaitsOfOneOwnerForTheSameResourceBecomeOneHold() {
        scene.holds("alice", "prod");
        scene.waits("bob", "prod");
        scene.waits("bob", "prod");

        scene.release("alice");
        scene.settle();

        assertThat(scene.hold("bob").claims()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void claimsAreCountedRightHoweverTheyAreMadeRepeatedAndGivenBack(long seed) {
        var random = new Random(seed);
        Hold hold = scene.holds("alice", "prod");
        List<Claim> made = new ArrayList<>(hold.claims());
        Set<Claim> open = new LinkedHashSet<>(made);
        List<Wish> asked = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Claim any = made.get(random.nextInt(made.size()));
            switch (random.nextInt(3)) {
                case 0 -> {
                    asked.add(scene.wish("alice", "prod").under(hold));
                    hold = scene.granted(asked.getLast());
                    made.add(hold.claims().getLast());
                    open.add(made.getLast());
                }
                case 1 -> asked.stream().findAny().ifPresent(scene::ask);
                default -> {
                    if (open.size() > 1 || !open.contains(any)) {
                        open.remove(any);
                        assertThat(scene.release(hold, any))
                                .isEqualTo(new ReleaseOutcome.Released(open.size()));
                    }
                }
            }
            assertThat(scene.hold("alice").claims()).containsExactlyElementsOf(open);
            assertThat(scene.hold("alice").token()).isEqualTo(hold.token());
        }
    }

    @Test
    void aHoldHasALimitOfClaims() {
        Hold hold = scene.holds("alice", "prod");
        for (int i = 1; i < Limits.CLAIMS_PER_HOLD_MAX; i++) {
            scene.granted(scene.wish("alice", "prod").under(hold));
        }

        assertThatThrownBy(() -> scene.refused(scene.wish("alice", "prod").under(hold)))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("claims per hold");
        assertThat(scene.hold("alice").claims()).hasSize(Limits.CLAIMS_PER_HOLD_MAX);
    }
}
