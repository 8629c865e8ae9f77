package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import holdfast.model.AuditEntry;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Priority;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.store.FreezeDraft;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class AcquireTest {
    private final CliScene scene;

    AcquireTest(CliScene.Locks locks) {
        scene = new CliScene(locks);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void theLockSurvivesTheCommandForItsLease() {
        String out = scene.out("acquire", "shop//api", "--lease", "2h", "--owner", "stage-1");

        Hold hold = scene.live().getFirst();
        assertThat(out)
                .isEqualTo(
                        """
                        Locked 'shop//api' (exclusive) until 2026-03-01T14:00:00Z (in 2h)
                          Lock id: %s
                          Token:   %s
                          Owner:   stage-1 (%s)
                        """
                                .formatted(hold.id(), hold.token(), hold.owner().id()));
        scene.advance(Duration.ofHours(2));
        assertThat(scene.live()).isEmpty();
    }

    @Test
    void everyOptionReachesTheLock() {
        scene.out(
                "acquire",
                "--stack",
                "user-platform",
                "--environment",
                "production",
                "--component",
                "user-service/api",
                "--shared",
                "--lease",
                "10m",
                "--priority",
                "high",
                "--reason",
                "plan",
                "--metadata",
                "ticket=OPS-7");

        assertThat(scene.live())
                .singleElement()
                .satisfies(hold -> {
                    assertThat(hold.resource().text())
                            .isEqualTo("user-platform/production//user-service/api");
                    assertThat(hold.mode()).isEqualTo(Mode.SHARED);
                    assertThat(hold.priority()).isEqualTo(Priority.HIGH);
                    assertThat(hold.note().reason()).isEqualTo("plan");
                    assertThat(hold.note().metadata()).containsExactly(entry("ticket", "OPS-7"));
                    assertThat(hold.terms().lease()).isEqualTo(Duration.ofMinutes(10));
                });
    }

    @Test
    void aProgramGetsTheLockAsJson() {
        var lock =
                JsonObjects.readOne(
                        scene.out("acquire", "shop", "--lease", "2h", "--output", "json"));

        Hold hold = scene.live().getFirst();
        assertThat(lock)
                .contains(
                        entry("lock_id", hold.id().text()),
                        entry("claim_id", hold.claims().getFirst().request().text()),
                        entry("token", hold.token().value()),
                        entry("resource", "shop"),
                        entry("state", "acquired"),
                        entry("owner_id", hold.owner().id().text()),
                        entry("expires_at", "2026-03-01T14:00:00Z"));
    }

    @Test
    void whoIsBlockedReadsByWhomSinceWhenWhyAndWhatToDo() {
        scene.held("shop");
        scene.waiting(CliScene.BOB, "shop");
        scene.advance(Duration.ofSeconds(12));
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop//api", "--no-wait", "--lease", "1h")).isEqualTo(73);
        assertThat(cli.out()).isEmpty();
        assertThat(cli.err())
                .isEqualTo(
                        """
                        Execution blocked: lock 'shop//api' held by alice@laptop until 2026-03-01T14:00:00Z
                          Held by:   alice@laptop (user alice, pid 42)
                          Holds:     shop (exclusive)
                          Reason:    deploy 1.2.3
                          Since:     2026-03-01T12:00:00Z (12s ago)
                          Heartbeat: 2026-03-01T12:00:00Z (12s ago)
                          Until:     2026-03-01T14:00:00Z (in 1h 59m)
                          Waiting:   1 in line
                          Next:      wait in line (--wait 30m), ask the holder, or look: holdfast locks status shop//api [LOCK_EXISTS]
                        """);
    }

    @Test
    void whoIsBlockedByAStaleLockReadsHowToUnlockIt() {
        scene.held("shop");
        scene.advance(Duration.ofMinutes(3));
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop//api", "--no-wait", "--lease", "1h")).isEqualTo(73);
        assertThat(cli.err())
                .contains("if it is dead: holdfast unlock shop --force --reason '...'");
    }

    @Test
    void aProgramReadsWhoBlocksIt() {
        Hold hold = scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop", "--no-wait", "--lease", "1h", "--output", "json"))
                .isEqualTo(73);
        var error = JsonObjects.fields(JsonObjects.readOne(cli.out()).get("error"));
        assertThat(error)
                .contains(
                        entry("code", "LOCK_EXISTS"),
                        entry("resource", "shop"),
                        entry("waiting", 0L));
        assertThat(JsonObjects.objects(error.get("holders")))
                .singleElement()
                .satisfies(holder ->
                        assertThat(holder)
                                .contains(
                                        entry("lock_id", hold.id().text()),
                                        entry("owner", "alice@laptop"),
                                        entry("reason", "deploy 1.2.3")));
    }

    @Test
    void aWaitThatIsOverHasAnExitCodeOfItsOwn() {
        scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop", "--wait", "50ms", "--lease", "1h")).isEqualTo(72);
        assertThat(cli.err())
                .contains(
                        "holdfast: gave up after waiting 50ms for 'shop'",
                        "Held by:   alice@laptop (user alice, pid 42)",
                        "Heartbeat: 2026-03-01T12:00:00Z (now)",
                        "[TIMEOUT]");
        assertThat(scene.holdfast().engine().queues().roots(null, 10)).isEmpty();
    }

    @Test
    void aFreezeIsToldWithItsReasonAndEnd() {
        var cli = scene.cli();
        scene.store()
                .placeFreeze(
                        new FreezeDraft(
                                "f1",
                                Prefix.EVERYTHING,
                                "bob",
                                "release weekend",
                                Duration.ofHours(1),
                                Set.of()),
                        new AuditEntry(
                                "freeze",
                                "bob",
                                "release weekend",
                                Resource.parse("everything"),
                                Map.of()));

        assertThat(cli.run("acquire", "shop", "--no-wait", "--lease", "1h")).isEqualTo(73);
        assertThat(cli.err())
                .contains("bob", "release weekend", "2026-03-01T13:00:00Z", "[FROZEN]");
    }

    @Test
    void aLeaseBeyondTheLimitIsRefusedByTheRules() {
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop", "--lease", "25h")).isEqualTo(64);
        assertThat(cli.err())
                .isEqualTo(
                        "holdfast: a lease of 25h is outside the limit lease, 100ms to 24h"
                                + " [INVALID_REQUEST]\n");
    }

    @Test
    void aKeyOfAnotherDesignIsUnderstood() {
        scene.out("acquire", "stack:user-platform:env:production", "--lease", "1h");

        assertThat(scene.live())
                .singleElement()
                .satisfies(hold ->
                        assertThat(hold.resource().text()).isEqualTo("user-platform/production"));
    }

    @Test
    void insideARunTheLockBelongsToTheRunsOwner() {
        Hold outer = scene.held("shop");
        var cli =
                scene.cli(Map.of("HOLDFAST_OWNER", "7f3e", "HOLDFAST_LOCK_ID", outer.id().text()));

        assertThat(cli.run("acquire", "shop//api", "--no-wait", "--lease", "1h")).isZero();
        assertThat(scene.live()).extracting(hold -> hold.owner().id().text()).containsOnly("7f3e");
    }

    @Test
    void aRepeatedStepGetsTheLockThatItHas() {
        String[] step = {
            "acquire", "shop", "--lease", "2h", "--request-id", "job-7-deploy", "--output", "json"
        };
        var first = JsonObjects.readOne(scene.out(step));
        var again = JsonObjects.readOne(scene.out(step));

        assertThat(again)
                .containsEntry("lock_id", first.get("lock_id"))
                .containsEntry("token", first.get("token"))
                .containsEntry("claim_id", "job-7-deploy");
        assertThat(scene.live()).hasSize(1);
    }

    @Test
    void aStepThatIsRepeatedAfterItsLockWasGivenBackDoesNotGetASecondOne() {
        scene.out("acquire", "shop", "--lease", "2h", "--request-id", "job-7-deploy");
        scene.out("release", scene.live().getFirst().id().text());
        var late = scene.cli();

        assertThat(late.run("acquire", "shop", "--lease", "2h", "--request-id", "job-7-deploy"))
                .isEqualTo(74);
        assertThat(late.err())
                .startsWith("holdfast: this request was granted lock ")
                .contains("it was released", "[LOCK_LOST]");
    }

    @Test
    void theSameNameOfARequestForAnotherRootIsAnotherOwner() {
        scene.out("acquire", "shop", "--lease", "2h", "--request-id", "deploy");
        scene.out("acquire", "bank", "--lease", "2h", "--request-id", "deploy");

        assertThat(scene.live()).extracting(hold -> hold.owner().id()).doesNotHaveDuplicates();
    }

    @Test
    void aRepeatedStepThatCannotTellItsLockDoesNotGiveUpWhatItToldBefore() {
        scene.out("acquire", "shop", "--lease", "2h", "--request-id", "deploy");

        assertThat(
                        scene.cli()
                                .run(
                                        "acquire",
                                        "shop",
                                        "--lease",
                                        "2h",
                                        "--request-id",
                                        "deploy",
                                        "--dotenv",
                                        "/no/such/folder/file"))
                .isNotZero();
        assertThat(scene.live()).hasSize(1);
    }

    @Test
    void nothingInAFileForAShellIsACommand(@TempDir Path directory) {
        Path dotenv = directory.resolve("odd.env");

        scene.out("acquire", "it's; touch pwned", "--lease", "2h", "--dotenv", dotenv.toString());

        assertThat(dotenv).content().startsWith("HOLDFAST_LOCK='it'\\''s; touch pwned'\n");
    }

    @Test
    void anotherRequestIsAnotherOwner() {
        scene.out("acquire", "shop", "--lease", "2h", "--request-id", "job-7-deploy");

        assertThat(
                        scene.cli()
                                .run(
                                        "acquire",
                                        "shop",
                                        "--no-wait",
                                        "--lease",
                                        "2h",
                                        "--request-id",
                                        "job-8-deploy"))
                .isEqualTo(73);
    }

    @Test
    void whoNamesAnOwnerWithALiveLockOfItsClaimsMoreUnderTheSameToken() {
        Hold outer = scene.held("shop");

        var inner =
                JsonObjects.readOne(
                        scene.out(
                                "acquire",
                                "shop//api",
                                "--no-wait",
                                "--lease",
                                "1h",
                                "--owner-id",
                                "7f3e",
                                "--under",
                                outer.id().text(),
                                "--output",
                                "json"));

        assertThat(inner)
                .containsEntry("owner_id", "7f3e")
                .containsEntry("token", outer.token().value());
    }

    @Test
    void anOwnerIdAloneProvesNothing() {
        scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop", "--no-wait", "--lease", "1h", "--owner-id", "7f3e"))
                .isEqualTo(77);
        assertThat(cli.err()).startsWith("holdfast: owner 7f3e already holds something in 'shop'");
    }

    @Test
    void onATerminalAWaitIsOneLineThatIsKeptUpToDate() {
        scene.held("shop");
        var cli = scene.cli(Map.of(), OptionalInt.of(60));

        assertThat(cli.run("acquire", "shop", "--wait", "1500ms", "--lease", "1h")).isEqualTo(72);
        assertThat(cli.err()).contains("\r\u001b[Kholdfast: waiting 1s, position 1");
        assertThat(cli.err().split("\r\u001b\\[K|\n|\r"))
                .filteredOn(line -> line.contains("waiting 1s"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(60));
        assertThat(cli.err()).contains("\r\u001b[Kholdfast: gave up");
    }

    @Test
    void inALogAWaitIsALineAChange() {
        scene.held("shop");
        var cli = scene.cli();

        assertThat(cli.run("acquire", "shop", "--wait", "1500ms", "--lease", "1h")).isEqualTo(72);
        // A server reckons the store's time from its last look, which is a moment ago.
        assertThat(
                        cli.err()
                                .lines()
                                .filter(line -> line.contains("waiting for 'shop'"))
                                .map(line -> line.replace("in 1h 59m", "in 2h")))
                .containsExactly(
                        "holdfast: waiting for 'shop', position 1: held by alice@laptop (user alice,"
                                + " pid 42) since 2026-03-01T12:00:00Z (now), heartbeat"
                                + " 2026-03-01T12:00:00Z (now), until 2026-03-01T14:00:00Z (in"
                                + " 2h): deploy 1.2.3");
        assertThat(cli.err()).doesNotContain("\u001b");
    }

    @Test
    void laterStepsAreToldTheLock(@TempDir Path directory) throws IOException {
        Path github = directory.resolve("github");
        Path dotenv = directory.resolve("holdfast.env");
        Files.writeString(github, "earlier=1\n");
        var cli = scene.cli(Map.of("GITHUB_OUTPUT", github.toString()));

        assertThat(
                        cli.run(
                                "acquire",
                                "shop//api",
                                "--lease",
                                "2h",
                                "--github-output",
                                "--dotenv",
                                dotenv.toString()))
                .isZero();
        Hold hold = scene.live().getFirst();
        assertThat(github)
                .hasContent(
                        """
                        earlier=1
                        lock_id=%s
                        claim_id=%s
                        token=%s
                        resource=shop//api
                        owner_id=%s
                        expires_at=2026-03-01T14:00:00Z
                        """
                                .formatted(
                                        hold.id(),
                                        hold.claims().getFirst().request(),
                                        hold.token(),
                                        hold.owner().id()));
        assertThat(dotenv)
                .hasContent(
                        """
                        HOLDFAST_LOCK=shop//api
                        HOLDFAST_LOCK_ID=%s
                        HOLDFAST_CLAIM_ID=%s
                        HOLDFAST_TOKEN=%s
                        HOLDFAST_OWNER=%s
                        HOLDFAST_LEASE_UNTIL=2026-03-01T14:00:00Z
                        """
                                .formatted(
                                        hold.id(),
                                        hold.claims().getFirst().request(),
                                        hold.token(),
                                        hold.owner().id()));
    }

    @Test
    void nothingIsLockedIfLaterStepsCouldNotBeTold(@TempDir Path directory) {
        var withoutGithub = scene.cli();
        var intoADirectory = scene.cli();

        assertThat(withoutGithub.run("acquire", "shop", "--lease", "2h", "--github-output"))
                .isEqualTo(64);
        assertThat(withoutGithub.err()).contains("GITHUB_OUTPUT");
        assertThat(
                        intoADirectory.run(
                                "acquire",
                                "shop",
                                "--lease",
                                "2h",
                                "--dotenv",
                                directory.toString()))
                .isEqualTo(64);
        assertThat(scene.holdfast().engine().look(new Root("shop")).version())
                .as("not even for a moment")
                .isZero();
    }
}
