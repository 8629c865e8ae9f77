package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Refusal;
import holdfast.model.RenewOutcome;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.TransferOutcome;
import holdfast.store.Condition;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rule 13. */
final class FreezesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final Scene scene = new Scene();

    private static Refusal frozen(String resource, Freeze freeze) {
        return new Refusal.Frozen(Resource.parse(resource), freeze);
    }

    @Test
    void aNewcomerIsRefusedWithTheFreeze() {
        Freeze freeze = scene.freeze("prod", HOUR);

        assertThat(scene.refused(scene.wish("alice", "prod"))).isEqualTo(frozen("prod", freeze));
    }

    @Test
    void aNewcomerWhoWaitsIsQueued() {
        scene.freeze("prod", HOUR);

        scene.waits("alice", "prod");

        assertThat(scene.queue()).containsExactly("alice");
    }

    @Test
    void aNewcomerWhoAskedForItIsRefusedInsteadOfQueued() {
        Freeze freeze = scene.freeze("prod", HOUR);

        assertThat(scene.refused(scene.wish("alice", "prod").waiting().refusedWhenFrozen()))
                .isEqualTo(frozen("prod", freeze));
    }

    @Test
    void alsoWhenAHoldIsInTheWayAsWell() {
        scene.holds("bob", "prod");
        Freeze freeze = scene.freeze("prod", HOUR);

        assertThat(scene.refused(scene.wish("alice", "prod").waiting().refusedWhenFrozen()))
                .isEqualTo(frozen("prod", freeze));
    }

    @Test
    void aWaitForTheEndOfAFreezeNamesNoBlocker() {
        scene.freeze("prod", HOUR);

        scene.waits("alice", "prod");

        assertThat(scene.lastConditions())
                .hasOnlyElementsOfTypes(
                        Condition.RequestUnknown.class, Condition.WaitersBelow.class);
    }

    @Test
    void nothingIsHandedOver() {
        scene.holds("alice", "prod");
        scene.waits("bob", "prod");
        scene.freeze("prod", HOUR);

        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("nobody");
        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void theEndOfTheFreezeHandsOver() {
        scene.freeze("prod", Duration.ofSeconds(10));
        scene.waits("alice", "prod");
        scene.waits("bob", "prod");
        scene.pass(Duration.ofSeconds(10));

        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("alice");
        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void theFreezeHoldsUntilItsLastNanosecond() {
        scene.freeze("prod", Duration.ofSeconds(10));
        scene.waits("alice", "prod");
        scene.pass(Duration.ofSeconds(10).minusNanos(1));

        scene.settle();

        assertThat(scene.queue()).containsExactly("alice");
    }

    @ParameterizedTest
    @CsvSource({
        "shop, true",
        "shop/prod, true",
        "shop/prod//api, true",
        "shop/prod//api/db/1, true",
        "'', true",
        "sho, false",
        "shop/pro, false",
        "shop/staging, false",
        "shop/prod//api/d, false",
        "shop/prod//web, false",
        "shop//prod, false"
    })
    void aFreezeReachesWholeSegmentsAcrossRoots(String prefix, boolean stops) {
        var shop = new Scene(Rules.DEFAULT, "shop/prod");
        shop.freeze(prefix, HOUR);

        shop.ask(shop.wish("alice", "shop/prod//api/db").waiting());

        assertThat(shop.queue())
                .isEqualTo(stops ? java.util.List.of("alice") : java.util.List.of());
    }

    @Test
    void aLockThatCoversTheFrozenPartIsStopped() {
        Freeze freeze = scene.freeze("prod//api", HOUR);

        assertThat(scene.refused(scene.wish("alice", "prod"))).isEqualTo(frozen("prod", freeze));
    }

    @Test
    void aSiblingOfTheFrozenPartIsGranted() {
        scene.freeze("prod//api", HOUR);

        scene.holds("alice", "prod//web");

        assertThat(scene.holder("prod//web")).isEqualTo("alice");
    }

    @ParameterizedTest
    @CsvSource({"run-of-alice", "alice"})
    void anExemptOwnerIsGranted(String idOrName) {
        scene.freeze("prod", HOUR, idOrName);

        scene.holds("alice", "prod");

        assertThat(scene.holder("prod")).isEqualTo("alice");
    }

    @Test
    void aFrozenWaiterDoesNotBlockAnExemptNewcomer() {
        scene.freeze("prod", HOUR, "alice");
        scene.waits("bob", "prod");

        scene.holds("alice", "prod");

        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void aFrozenWaiterDoesNotBlockAnExemptWaiter() {
        scene.holds("zed", "prod");
        scene.freeze("prod", HOUR, "alice");
        scene.waits("bob", "prod");
        scene.waits("alice", "prod");

        scene.release("zed");

        assertThat(scene.holder("prod")).isEqualTo("alice");
    }

    @Test
    void anExemptWaiterBehindManyFrozenOnesIsServedWhenItLooksAgain() {
        var crowded = new Scene().byTheFrontAlone();
        crowded.holds("zed", "prod");
        crowded.freeze("prod", HOUR, "alice");
        crowded.waits("bob", "prod");
        crowded.waits("carol", "prod");
        crowded.waits("dave", "prod");
        crowded.queued(crowded.wish("alice", "prod").waiting().id("alices"));
        crowded.release("zed");

        crowded.granted(crowded.wish("alice", "prod").waiting().id("alices"));

        assertThat(crowded.holder("prod")).isEqualTo("alice");
    }

    @Test
    void aFrozenWaiterDoesNotBlockWhatTheFreezeDoesNotReach() {
        scene.freeze("prod//api", HOUR);
        scene.waits("bob", "prod");

        scene.holds("alice", "prod//web");

        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void anExemptOwnerStillWaitsForHolds() {
        scene.holds("bob", "prod");
        scene.freeze("prod", HOUR, "alice");

        assertThat(scene.refused(scene.wish("alice", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void aHolderRenewsReentersAndTransfers() {
        Hold hold = scene.holds("alice", "prod");
        scene.freeze("prod", HOUR);

        assertThat(scene.renew(hold)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(scene.granted(scene.wish("alice", "prod//api").under(hold)).token())
                .isEqualTo(hold.token());
        assertThat(scene.transfer(hold, "bob", "move-1"))
                .isInstanceOf(TransferOutcome.Transferred.class);
    }

    @Test
    void aGrantFromBeforeTheFreezeIsConfirmed() {
        scene.holds("alice", "prod");
        scene.queued(scene.wish("bob", "prod").waiting().elsewhere().id("bobs"));
        scene.release("alice");
        scene.freeze("prod", HOUR);

        Hold hold = scene.granted(scene.wish("bob", "prod").waiting().elsewhere().id("bobs"));

        assertThat(hold.standing()).isEqualTo(Standing.CONFIRMED);
    }

    @Test
    void theFreezeThatLastsLongestIsNamed() {
        scene.freeze("prod", Duration.ofMinutes(1));
        Freeze longest = scene.freeze("prod//api", HOUR);
        scene.freeze("", Duration.ofMinutes(2));

        assertThat(scene.refused(scene.wish("alice", "prod//api")))
                .isEqualTo(frozen("prod//api", longest));
    }

    @Test
    void aListOfFreezesThatIsOneSecondOldStillGrants() {
        var grant = scene.plan(scene.wish("alice", "prod"));
        scene.pass(Duration.ofSeconds(1));

        assertThat(scene.attempt(grant)).isPresent();
    }

    @Test
    void anOlderListOfFreezesGrantsNothing() {
        var grant = scene.plan(scene.wish("alice", "prod"));
        scene.pass(Duration.ofSeconds(1).plusNanos(1));

        assertThat(scene.attempt(grant)).isEmpty();
    }
}
