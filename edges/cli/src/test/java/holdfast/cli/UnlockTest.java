package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Standing;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class UnlockTest {
    private final CliScene scene;

    UnlockTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void asksBeforeItTakesALockAway() {
        scene.held("user-platform/production");
        scene.advance(Duration.ofHours(1));
        var cli = scene.cli().answering("yes");

        assertThat(
                        cli.run(
                                "unlock",
                                "--stack",
                                "user-platform",
                                "--environment",
                                "production",
                                "--force",
                                "--reason",
                                "runner is dead"))
                .isZero();
        assertThat(cli.err().stripTrailing())
                .isEqualTo(
                        """
                        ⚠ Warning: This will forcefully release the lock.
                          Current holder: alice@laptop (user alice, pid 42)
                          Reason:         deploy 1.2.3
                          Locked since:   2026-03-01T12:00:00Z (1h ago)
                          Last heartbeat: 2026-03-01T12:00:00Z (1h ago)

                        Are you sure? (yes/no):\
                        """);
        assertThat(cli.out())
                .isEqualTo(
                        "✓ Lock released successfully\nNobody gets it for 30s, so that the old holder can stop.\n");
        assertThat(scene.live())
                .extracting(Hold::standing)
                .as("shut while the old holder may still run")
                .containsExactly(Standing.QUARANTINE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no", "", "y", "yes please"})
    void anythingButYesChangesNothing(String answer) {
        Hold hold = scene.held("shop");
        var cli = scene.cli().answering(answer);

        assertThat(cli.run("unlock", "shop", "--force", "--reason", "dead")).isEqualTo(75);
        assertThat(cli.err())
                .endsWith(
                        "holdfast: nothing was changed: answer yes, or say --yes where nobody can answer [CANCELLED]\n");
        assertThat(scene.live()).containsExactly(hold);
    }

    @Test
    void whereNobodyAnswersNothingIsChanged() {
        Hold hold = scene.held("shop");

        assertThat(scene.cli().run("unlock", "shop", "--force", "--reason", "dead")).isEqualTo(75);
        assertThat(scene.live()).containsExactly(hold);
    }

    @Test
    void whoIsSureIsNotAskedAndIsWrittenDown() {
        scene.held("shop");
        var cli = scene.cli(Map.of("BUILD_TAG", "jenkins-9"));

        assertThat(
                        cli.run(
                                "unlock",
                                "shop",
                                "--force",
                                "--yes",
                                "--no-quarantine",
                                "--reason",
                                "runner is dead"))
                .isZero();
        assertThat(cli.err()).isEmpty();
        assertThat(scene.live()).isEmpty();
        assertThat(scene.holdfast().engine().audit(1))
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.entry().by()).isEqualTo("jenkins-9");
                    assertThat(record.entry().reason()).isEqualTo("runner is dead");
                });
    }

    @Test
    void whoForcesALockTwiceLeavesItShutForItsQuarantine() {
        scene.held("shop");
        scene.out("unlock", "shop", "--force", "--yes", "--reason", "dead");

        assertThat(scene.out("unlock", "shop", "--force", "--yes", "--reason", "dead"))
                .startsWith("Taken away from its holder before; nobody gets it until ");
        assertThat(scene.cli().run("run", "--lock", "shop", "--no-wait", "--", "true"))
                .isEqualTo(73);

        scene.out("unlock", "shop", "--force", "--yes", "--no-quarantine", "--reason", "dead");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void aProgramGetsTheLocksThatWereTaken() {
        Hold hold = scene.held("shop");

        assertThat(
                        JsonObjects.read(
                                scene.out(
                                        "unlock",
                                        "shop",
                                        "--force",
                                        "--yes",
                                        "--reason",
                                        "dead",
                                        "--output",
                                        "json")))
                .singleElement()
                .satisfies(lock -> assertThat(lock).containsEntry("lock_id", hold.id().text()));
    }

    @Test
    void aLockAboveIsNamedAndNotTaken() {
        Hold hold = scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("unlock", "shop//api", "--force", "--yes", "--reason", "dead"))
                .isEqualTo(66);
        assertThat(cli.err())
                .contains("on 'shop//api'", "there is one on 'shop'", "[LOCK_NOT_FOUND]");
        assertThat(scene.live()).containsExactly(hold);
    }

    @Test
    void oneOfSeveralSharersCanBeChosen() {
        Hold first = shared(CliScene.ALICE);
        Hold second = shared(CliScene.BOB);

        scene.out(
                "unlock",
                "shop",
                "--force",
                "--yes",
                "--no-quarantine",
                "--reason",
                "dead",
                "--lock-id",
                first.id().text());

        assertThat(scene.live()).extracting(Hold::id).containsExactly(second.id());
    }

    private Hold shared(Owner owner) {
        return CliScene.granted(
                scene.holdfast().lock("shop").ownedBy(owner).shared().lease(Duration.ofHours(1)));
    }

    @Test
    void aHolderReleasesByNameAndId() {
        Hold hold = scene.held("shop");
        var wrong = scene.cli();

        assertThat(
                        wrong.run(
                                "locks",
                                "release",
                                "shop",
                                "--lock-id",
                                "lock_1700000000000000000_nobody_0000abcd"))
                .isEqualTo(66);
        assertThat(scene.live()).hasSize(1);
        assertThat(scene.out("locks", "release", "shop", "--lock-id", hold.id().text()))
                .isEqualTo("Released " + hold.id() + "\n");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void aStuckLockIsReleasedByNameWithForce() {
        scene.held("shop");

        assertThat(scene.out("locks", "release", "shop", "--force", "--yes", "--reason", "dead"))
                .isEqualTo(
                        "✓ Lock released successfully\nNobody gets it for 30s, so that the old holder can stop.\n");
    }

    @Test
    void whoGivesNoReasonIsAskedForIt() {
        scene.held("shop");
        var cli = scene.cli().answering("runner is dead", "yes");

        assertThat(cli.run("unlock", "shop", "--force")).isZero();
        assertThat(cli.err()).startsWith("Why? ");
        assertThat(scene.holdfast().engine().audit(1))
                .singleElement()
                .satisfies(
                        record -> assertThat(record.entry().reason()).isEqualTo("runner is dead"));
    }
}
