package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.AcquireRequest;
import holdfast.model.Ending;
import holdfast.model.ForceUnlockOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Priority;
import holdfast.model.Quarantine;
import holdfast.model.Refusal;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RenewOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.TransferOutcome;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.Change;
import holdfast.store.Interest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rule 9. */
final class ForceUnlockTest {
    private static final Quarantine SKIPPED = new Quarantine.Skipped();

    private final Scene scene = new Scene();

    /** Alice's lock was forced open with the usual quarantine. */
    private Hold quarantined() {
        scene.forceUnlock(Quarantine.usual(), scene.holds("alice", "prod"));
        return scene.hold("quarantine");
    }

    @Test
    void itNeedsAReason() {
        Hold hold = scene.holds("alice", "prod");

        assertThatThrownBy(
                        () -> new ForceUnlockRequest(Set.of(hold.id()), "oncall", " \n", SKIPPED))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("reason");
    }

    @Test
    void itAnswersWhatItEnded() {
        Hold hold = scene.holds("alice", "prod");

        assertThat(scene.forceUnlock(SKIPPED, hold))
                .isEqualTo(new ForceUnlockOutcome.Unlocked(List.of(hold)));
    }

    @Test
    void itIsWrittenDownInTheSameCommit() {
        Hold hold = scene.holds("alice", "prod");

        scene.forceUnlock(SKIPPED, hold);

        assertThat(scene.lastCommit().changes())
                .hasAtLeastOneElementOfType(Change.End.class)
                .hasAtLeastOneElementOfType(Change.Audit.class);
        assertThat(scene.audit())
                .singleElement()
                .satisfies(entry -> {
                    assertThat(entry.action()).isEqualTo("force-unlock");
                    assertThat(entry.by()).isEqualTo("oncall");
                    assertThat(entry.reason()).isEqualTo("runner died");
                    assertThat(entry.resource()).isEqualTo(hold.resource());
                    assertThat(entry.details())
                            .containsAllEntriesOf(
                                    Map.of(
                                            "lock_id",
                                            hold.id().text(),
                                            "owner",
                                            "alice",
                                            "owner_id",
                                            "run-of-alice",
                                            "token",
                                            hold.token().toString()));
                });
    }

    @Test
    void theOldHoldersEngineIsTold() {
        Hold hold = scene.granted(scene.wish("alice", "prod").elsewhere());

        scene.forceUnlock(SKIPPED, hold);

        assertThat(scene.lastCommit().tell()).containsExactly(Scene.ELSEWHERE);
    }

    @Test
    void theNextGrantWaitsForTheQuarantine() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        scene.forceUnlock(Quarantine.usual(), hold);

        assertThat(scene.holder("prod")).isEqualTo("quarantine");
        assertThat(scene.queue()).containsExactly("bob");
    }

    @Test
    void theQuarantineHandsOverAtItsEnd() {
        quarantined();
        scene.pass(Duration.ofSeconds(10));
        scene.waits("bob", "prod");
        scene.pass(Quarantine.USUAL.minusSeconds(10));

        scene.settle();

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void theQuarantineStandsUntilItsLastNanosecond() {
        quarantined();
        scene.pass(Quarantine.USUAL.minusNanos(1));

        assertThat(scene.refused(scene.wish("bob", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void theQuarantineSaysWhatItIsFor() {
        Hold quarantine = quarantined();

        assertThat(quarantine.standing()).isEqualTo(Standing.QUARANTINE);
        assertThat(quarantine.claims()).isEmpty();
        assertThat(quarantine.note().reason())
                .isEqualTo("force-unlocked from alice by oncall: runner died");
    }

    @Test
    void aReasonOfFullLengthStillFitsIntoTheQuarantinesNote() {
        Hold hold = scene.holds("alice", "prod");
        String reason = "x".repeat(Note.REASON_LENGTH_MAX);
        var request =
                new ForceUnlockRequest(Set.of(hold.id()), "oncall", reason, Quarantine.usual());

        scene.attempt(
                scene.rulebook()
                        .forceUnlock(
                                scene.view(Interest.NONE),
                                request,
                                scene.circumstances(Scene.HERE)));

        assertThat(scene.hold("quarantine").note().reason()).hasSize(Note.REASON_LENGTH_MAX);
    }

    @Test
    void theOldOwnerHasToWaitForItToo() {
        quarantined();

        assertThat(scene.refused(scene.wish("alice", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void aSkippedQuarantineHandsOverAtOnce() {
        Hold hold = scene.holds("alice", "prod");
        scene.waits("bob", "prod");

        scene.forceUnlock(SKIPPED, hold);

        assertThat(scene.holder("prod")).isEqualTo("bob");
    }

    @Test
    void whoForcesALockOnceMoreDoesNotEndItsQuarantine() {
        Hold quarantine = quarantined();
        scene.waits("bob", "prod");

        scene.forceUnlock(Quarantine.usual(), quarantine);

        assertThat(scene.holder("prod")).isEqualTo("quarantine");
        assertThat(scene.audit()).hasSize(1);
    }

    @Test
    void theQuarantineItselfCanBeForcedOpenByWhoSkipsItByName() {
        Hold quarantine = quarantined();
        scene.waits("bob", "prod");

        scene.forceUnlock(SKIPPED, quarantine);

        assertThat(scene.holder("prod")).isEqualTo("bob");
        assertThat(scene.audit()).hasSize(2);
    }

    @Test
    void nobodyReleasesAQuarantine() {
        Hold quarantine = quarantined();

        ReleaseOutcome outcome = scene.releaseAll(quarantine);

        assertThat(outcome).isEqualTo(new ReleaseOutcome.NotFound());
        assertThat(scene.hold("quarantine")).isEqualTo(quarantine);
    }

    @Test
    void nobodyTransfersAQuarantine() {
        Hold quarantine = quarantined();

        TransferOutcome outcome = scene.transfer(quarantine, "bob", "move-1");

        assertThat(outcome).isEqualTo(new TransferOutcome.Lost(null));
        assertThat(scene.hold("quarantine")).isEqualTo(quarantine);
    }

    @Test
    void nobodyRenewsAQuarantine() {
        Hold quarantine = quarantined();

        assertThat(Rulebook.isRenewable(quarantine)).isFalse();
        assertThat(scene.rulebook().lost(scene.view(Interest.NONE), quarantine.id()))
                .as("what who tries is told")
                .isEqualTo(new RenewOutcome.Lost(null));
    }

    @Test
    void nobodyClaimsMoreUnderAQuarantine() {
        Hold quarantine = quarantined();

        assertThat(scene.refused(scene.wish("alice", "prod").under(quarantine)))
                .isInstanceOf(Refusal.NotUnderLiveLock.class);
    }

    @Test
    void nobodyPretendsToBeAQuarantine() {
        var wish =
                new AcquireRequest(
                        new RequestId("r"),
                        Resource.parse("prod"),
                        Mode.EXCLUSIVE,
                        ForceUnlock.QUARANTINE,
                        null,
                        new WhenHeld.GiveUp(),
                        WhenFrozen.WAIT,
                        Scene.LEASE,
                        Priority.NORMAL,
                        Note.NONE,
                        null);

        assertThatThrownBy(() -> Limits.DEFAULT.check(wish))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("reserved");
    }

    @Test
    void otherSharersKeepTheirHoldsAndNewOnesMayShareTheQuarantine() {
        Hold hold = scene.shares("alice", "prod");
        Hold bobs = scene.shares("bob", "prod");

        scene.forceUnlock(Quarantine.usual(), hold);
        scene.shares("carol", "prod");

        assertThat(scene.hold("bob")).isEqualTo(bobs);
        assertThat(scene.refused(scene.wish("dave", "prod"))).isInstanceOf(Refusal.Held.class);
    }

    @Test
    void allSharersCanBeForcedAtOnce() {
        Hold alices = scene.shares("alice", "prod");
        Hold bobs = scene.shares("bob", "prod");
        scene.waits("carol", "prod");

        scene.forceUnlock(SKIPPED, alices, bobs);

        assertThat(scene.holder("prod")).isEqualTo("carol");
        assertThat(scene.audit()).hasSize(2);
    }

    @Test
    void ofAHoldThatIsGoneItIsToldHowItEnded() {
        Hold hold = scene.holds("alice", "prod");
        scene.releaseAll(hold);

        assertThat(scene.forceUnlock(SKIPPED, hold))
                .isEqualTo(new ForceUnlockOutcome.Gone(Map.of(hold.id(), new Ending.Released())));
        assertThat(scene.audit()).isEmpty();
    }

    @Test
    void itEndsAllClaimsOfTheLockHoweverManyTheyAre() {
        Hold outer = scene.holds("alice", "prod");
        Hold hold = scene.granted(scene.wish("alice", "prod//api").under(outer));

        scene.forceUnlock(new Quarantine.Skipped(), hold);

        assertThat(scene.keptHolds()).isEmpty();
        assertThat(hold.claims())
                .hasSize(2)
                .allSatisfy(claim ->
                        assertThat(scene.release(hold, claim))
                                .isEqualTo(
                                        new ReleaseOutcome.Lost(
                                                new Ending.Forced("oncall", "runner died"))));
    }

    @Test
    void whoRepeatsAForceUnlockWhoseAnswerWasLostHearsThatItWasHisOwn() {
        Hold hold = scene.holds("alice", "prod");
        scene.forceUnlock(SKIPPED, hold);

        var again = (ForceUnlockOutcome.Gone) scene.forceUnlock(SKIPPED, hold);

        assertThat(again.endings().get(hold.id())).isInstanceOf(Ending.Forced.class);
        assertThat(scene.audit()).hasSize(1);
    }
}
