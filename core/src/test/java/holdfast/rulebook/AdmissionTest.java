package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.Priority;
import holdfast.model.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rule 2. */
final class AdmissionTest {
    private final Scene scene = new Scene();

    @Test
    void whoFindsTheRootVacantIsGranted() {
        scene.holds("alice", "prod//api");

        assertThat(scene.holder("prod//api")).isEqualTo("alice");
    }

    @Test
    void siblingsAreHeldSideBySide() {
        scene.holds("alice", "prod//api");

        scene.holds("bob", "prod//web");

        assertThat(scene.liveHolds()).hasSize(2);
    }

    @Test
    void aHoldKeepsOutWhatItCovers() {
        Hold hold = scene.holds("alice", "prod");

        Refusal refusal = scene.refused(scene.wish("bob", "prod//api/db"));

        assertThat(refusal)
                .isEqualTo(
                        new Refusal.Held(
                                scene.wish("bob", "prod//api/db").request().resource(),
                                java.util.List.of(hold),
                                0,
                                scene.now()));
    }

    @Test
    void aHoldKeepsOutWhatCoversIt() {
        scene.holds("alice", "prod//api/db");

        assertThat(scene.refused(scene.wish("bob", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void aHoldThatHasLapsedKeepsNobodyOut() {
        scene.holds("alice", "prod");
        scene.pass(Scene.LEASE);

        scene.holds("bob", "prod");

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void aNewcomerMayNotPassAWaiterItConflictsWith() {
        scene.holds("alice", "prod//api");
        scene.waits("bob", "prod");

        Refusal refusal = scene.refused(scene.wish("carol", "prod//web"));

        assertThat(refusal)
                .isInstanceOfSatisfying(
                        Refusal.Held.class,
                        held -> {
                            assertThat(held.holders()).as("only a waiter is in the way").isEmpty();
                            assertThat(held.waiting()).isEqualTo(1);
                        });
    }

    @Test
    void aNewcomerMayPassAWaiterItDoesNotConflictWith() {
        scene.holds("alice", "prod//api");
        scene.waits("bob", "prod//api");

        scene.holds("carol", "prod//web");

        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void sharersWhoKeepComingDoNotStarveAnExclusiveWaiter() {
        scene.shares("alice", "prod");
        scene.waits("bob", "prod");

        scene.waitsToShare("carol", "prod");

        assertThat(scene.queue()).containsExactly("bob", "carol");
    }

    @Test
    void aWaiterWhosePlaceHasLapsedIsInNobodysWay() {
        scene.granted(scene.wish("alice", "prod//api").lease(Duration.ofHours(1)));
        scene.waits("bob", "prod");
        scene.pass(Rules.DEFAULT.ticketLease());

        scene.holds("carol", "prod//web");

        assertThat(scene.holder("prod//web")).isEqualTo("carol");
    }

    @Test
    void aNewcomerOfHigherPriorityPassesAWaiter() {
        scene.holds("alice", "prod//api");
        scene.waits("bob", "prod", Priority.NORMAL);

        scene.granted(scene.wish("carol", "prod//web").priority(Priority.HIGH));

        assertThat(scene.holder("prod//web")).isEqualTo("carol");
    }

    @Test
    void anOwnerIsNotBlockedByThoseWhoWaitForItsHold() {
        Hold hold = scene.holds("alice", "prod//api");
        scene.waits("bob", "prod");

        scene.granted(scene.wish("alice", "prod//web").under(hold));

        assertThat(scene.holder("prod//web")).isEqualTo("alice");
    }

    @Test
    void norByThoseWhoWaitBehindAWaiterForItsHold() {
        Hold hold = scene.shares("alice", "prod");
        scene.waits("bob", "prod");
        scene.waitsToShare("carol", "prod"); // in the way of nothing but bob

        scene.granted(scene.wish("alice", "prod//api").under(hold));

        assertThat(scene.queue()).containsExactly("bob", "carol");
    }

    @Test
    void norByThoseWhoWaitForAHoldOfSomeoneWhoWaitsForItsHold() {
        Hold alices = scene.holds("alice", "prod//api");
        Hold bobs = scene.holds("bob", "prod//web/1");
        scene.queued(scene.wish("bob", "prod//api").under(bobs).waiting());
        scene.waits("carol", "prod//web"); // for bob, who waits for alice

        scene.granted(scene.wish("alice", "prod//web/2").under(alices));

        assertThat(scene.holder("prod//web/2")).isEqualTo("alice");
    }

    @Test
    void anOwnerIsBlockedByAWaiterWhoWaitsForSomeoneElse() {
        Hold hold = scene.holds("alice", "prod//api");
        scene.holds("bob", "prod//web/1");
        scene.waits("carol", "prod//web");

        Refusal refusal = scene.refused(scene.wish("alice", "prod//web/2").under(hold));

        assertThat(refusal).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void anOwnerIsBlockedByAWaiterBehindOthersWhoWaitForSomeoneElse() {
        Hold hold = scene.holds("alice", "prod//api");
        scene.holds("bob", "prod//web/1");
        scene.waits("carol", "prod//web/1");
        scene.waits("dave", "prod//web");

        Refusal refusal = scene.refused(scene.wish("alice", "prod//web/2").under(hold));

        assertThat(refusal).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void anUpgradeWaitsForTheOtherSharersButNotForAWaiterInBetween() {
        Hold hold = scene.shares("alice", "prod");
        scene.shares("bob", "prod");
        scene.waits("carol", "prod");
        scene.queued(scene.wish("alice", "prod").under(hold).waiting());

        scene.release("bob");

        assertThat(scene.holdsOf("alice")).hasSize(2);
        assertThat(scene.queue()).containsExactly("carol");
    }

    @Test
    void theOnlySharerUpgradesAtOnceAlthoughSomeoneWaits() {
        Hold hold = scene.shares("alice", "prod");
        scene.waits("carol", "prod");

        Hold upgraded = scene.granted(scene.wish("alice", "prod").under(hold));

        assertThat(upgraded.token()).isGreaterThan(hold.token());
    }

    @Test
    void childrenWhoKeepComingDoNotStarveAWaiterForTheirParent() {
        scene.holds("alice", "prod//api");
        scene.waits("bob", "prod");

        for (int i = 0; i < 20; i++) {
            scene.waits("comer" + i, "prod//part-" + i);
        }
        scene.release("alice");

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }
}
