package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Quarantine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What later steps do with a lock: renew, release and transfer. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class HoldAcrossStepsTest {
    private static final String UNKNOWN = "lock_1700000000000000000_nobody_0000abcd";

    private final CliScene scene;

    HoldAcrossStepsTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private void forced(Hold hold) {
        scene.holdfast()
                .engine()
                .forceUnlock(
                        hold.resource().root(),
                        new ForceUnlockRequest(
                                Set.of(hold.id()), "bob", "wrong branch", Quarantine.usual()));
    }

    @Test
    void aReleaseFreesTheLock() {
        Hold hold = scene.held("shop");

        assertThat(scene.out("release", hold.id().text()))
                .isEqualTo("Released " + hold.id() + "\n");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void aReleaseTellsAProgram() {
        Hold hold = scene.held("shop");

        assertThat(JsonObjects.readOne(scene.out("release", hold.id().text(), "--output", "json")))
                .containsOnly(
                        entry("lock_id", hold.id().text()),
                        entry("state", "released"),
                        entry("claims_left", 0L));
    }

    @Test
    void theEnvironmentOfALaterStepNamesTheLock() {
        Hold hold = scene.held("shop");
        var environment = Map.of("HOLDFAST_LOCK", "shop", "HOLDFAST_LOCK_ID", hold.id().text());

        assertThat(scene.cli(environment).run("renew")).isZero();
        assertThat(scene.cli(environment).run("release")).isZero();
        assertThat(scene.live()).isEmpty();
        // It is known where the lock was, so a repetition is known to be one.
        assertThat(scene.cli(environment).run("release")).isZero();
    }

    @Test
    void anEnvironmentWithSeveralLocksNamesNone() {
        var cli = scene.cli(Map.of("HOLDFAST_LOCK_ID", UNKNOWN + "\n" + UNKNOWN));

        assertThat(cli.run("release")).isEqualTo(64);
        assertThat(cli.err()).contains("several locks");
    }

    @Test
    void aReleaseOfALostLockSaysHowItWasLostAndFreesNobody() {
        Hold hold = scene.held("shop");
        forced(hold);
        var cli = scene.cli();

        assertThat(cli.run("release", hold.id().text(), "--resource", "shop")).isEqualTo(74);
        assertThat(cli.err())
                .startsWith("holdfast: lock " + hold.id() + " has ended: ")
                .contains("force-unlocked by bob: wrong branch", "[LOCK_LOST]");
        assertThat(scene.live()).as("the quarantine").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "renew", "transfer --to bob"})
    void aLockThatNeverWasIsNotFound(String command) {
        String[] arguments = (command + " " + UNKNOWN).split(" ");
        var cli = scene.cli();
        var withResource = scene.cli(Map.of());

        assertThat(cli.run(arguments)).isEqualTo(66);
        assertThat(cli.err()).contains(UNKNOWN, "--resource", "[LOCK_NOT_FOUND]");
        assertThat(withResource.run((command + " " + UNKNOWN + " --resource shop").split(" ")))
                .isEqualTo(66);
        assertThat(withResource.err()).contains("never was", "[LOCK_NOT_FOUND]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "renew", "transfer --to bob"})
    void anExpiredLockIsLost(String command) {
        Hold hold = scene.held("shop");
        scene.advance(Duration.ofHours(2));
        var cli = scene.cli();

        assertThat(cli.run((command + " " + hold.id() + " --output json").split(" ")))
                .isEqualTo(74);
        assertThat(JsonObjects.fields(JsonObjects.readOne(cli.out()).get("error")))
                .containsEntry("code", "LOCK_EXPIRED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"release", "renew", "transfer --to bob"})
    void whatIsNoLockIdIsExplained(String command) {
        var cli = scene.cli();

        assertThat(cli.run((command + " shop").split(" "))).isEqualTo(64);
        assertThat(cli.err()).contains("is not a lock id");
    }

    @Test
    void aRenewalBeginsTheLeaseAnew() {
        Hold hold = scene.held("shop");
        scene.advance(Duration.ofHours(1));

        assertThat(scene.out("renew", hold.id().text()))
                .startsWith("Renewed 'shop' (exclusive) until 2026-03-01T15:00:00Z (in 2h)\n")
                .contains(hold.id().text(), hold.token().toString());
        assertThat(
                        JsonObjects.readOne(
                                scene.out(
                                        "renew",
                                        hold.id().text(),
                                        "--lease",
                                        "5h",
                                        "--output",
                                        "json")))
                .containsEntry("expires_at", "2026-03-01T18:00:00Z");
        scene.advance(Duration.ofHours(4));
        assertThat(scene.live()).hasSize(1);
    }

    @Test
    void aRenewalNeverRevives() {
        Hold hold = scene.held("shop");
        scene.advance(Duration.ofHours(2));
        var cli = scene.cli();

        assertThat(cli.run("renew", hold.id().text(), "--resource", "shop")).isEqualTo(74);
        assertThat(cli.err()).contains("its lease ran out", "[LOCK_EXPIRED]");
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void aTransferGivesTheReceiverALargerToken(@TempDir Path directory) throws IOException {
        Hold hold = scene.held("shop");
        Path dotenv = directory.resolve("env");

        String out =
                scene.out(
                        "transfer",
                        hold.id().text(),
                        "--to",
                        "stage-2",
                        "--to-id",
                        "s2",
                        "--dotenv",
                        dotenv.toString());

        Hold received = scene.live().getFirst();
        assertThat(received.owner().name()).isEqualTo("stage-2");
        assertThat(received.token().value()).isGreaterThan(hold.token().value());
        assertThat(out)
                .startsWith("Transferred 'shop' (exclusive) until ")
                .contains(received.id().text(), received.token().toString(), "stage-2 (s2)");
        assertThat(dotenv).content().contains("HOLDFAST_LOCK_ID=" + received.id());
    }

    @Test
    void aTransferTellsAProgramEveryLockThatMoved() {
        Hold hold = scene.held("shop");

        assertThat(
                        JsonObjects.read(
                                scene.out(
                                        "transfer",
                                        hold.id().text(),
                                        "--to",
                                        "stage-2",
                                        "--output",
                                        "json")))
                .singleElement()
                .satisfies(lock -> assertThat(lock).containsEntry("owner", "stage-2"));
    }

    @Test
    void aTransferToTheSameOwnerIsRefused() {
        Hold hold = scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("transfer", hold.id().text(), "--to", "alice", "--to-id", "7f3e"))
                .isEqualTo(64);
        assertThat(cli.err()).contains("already belongs", "[INVALID_REQUEST]");
    }

    @Test
    void whatAnotherClaimedAsTheSameOwnerIsNotGivenBackByMistake() {
        Hold hold = scene.held("shop");
        var inside = Map.of("HOLDFAST_OWNER", "7f3e", "HOLDFAST_LOCK_ID", hold.id().text());
        var again = scene.cli(inside);
        assertThat(again.run("acquire", "shop", "--no-wait", "--lease", "1h", "--output", "json"))
                .isZero();
        String claim = String.valueOf(JsonObjects.readOne(again.out()).get("claim_id"));
        var bare = scene.cli();

        assertThat(bare.run("release", hold.id().text())).isEqualTo(64);
        assertThat(bare.err()).contains("claimed 2 times", "--claim", "--all-claims");
        assertThat(scene.out("release", hold.id().text(), "--claim", claim))
                .isEqualTo("Gave back a claim of " + hold.id() + ", 1 left\n");
        assertThat(scene.live()).hasSize(1);
        assertThat(scene.out("release", hold.id().text()))
                .isEqualTo("Released " + hold.id() + "\n");
    }

    @Test
    void allClaimsAreGivenBackOnRequest() {
        Hold hold = scene.held("shop");
        var inside = Map.of("HOLDFAST_OWNER", "7f3e", "HOLDFAST_LOCK_ID", hold.id().text());
        assertThat(scene.cli(inside).run("acquire", "shop", "--no-wait", "--lease", "1h")).isZero();

        scene.out("release", hold.id().text(), "--all-claims");

        assertThat(scene.live()).isEmpty();
    }
}
