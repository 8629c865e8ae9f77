package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code holdfast run} as other processes see it. */
final class RunTest {
    /** Waits until the file {@code go} is there. */
    private static final String UNTIL_GO = "while [ ! -e go ]; do sleep 0.02; done";

    @RegisterExtension private final Workshop workshop = new Workshop();

    private void go() throws IOException {
        Files.createFile(workshop.file("go"));
    }

    @Test
    void passesTheCommandsOwnExitCodeThroughAndFreesTheLock() {
        assertThat(workshop.run("exit 7").exitCode()).isEqualTo(7);
        assertThat(workshop.live()).isEmpty();
        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isZero();
    }

    @Test
    void aCommandThatASignalEndedIs128AndTheSignal() {
        assertThat(workshop.run("kill -KILL $$").exitCode()).isEqualTo(137);
    }

    @Test
    void argumentsInputAndOutputsPassThroughUnchanged() {
        RunningHoldfast run =
                workshop.start(
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "cat; echo told >&2; for a; do echo \"[$a]\"; done",
                        "sh",
                        "a b",
                        "",
                        "--lock",
                        "@file",
                        "$HOME 'x' \"y\"",
                        "Zürich ☃");
        run.write("from stdin\n");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .isEqualTo(
                        """
                        from stdin
                        [a b]
                        []
                        [--lock]
                        [@file]
                        [$HOME 'x' "y"]
                        [Zürich ☃]
                        """);
        assertThat(run.err()).isEqualTo("told\n");
    }

    @Test
    void theCommandKnowsItsLock() throws IOException {
        RunningHoldfast run =
                workshop.startAndAwait(
                        "up",
                        "run",
                        "--lock",
                        "shop//api",
                        "--",
                        "sh",
                        "-c",
                        "touch up; env | grep ^HOLDFAST_ | sort; " + UNTIL_GO);
        Hold hold = workshop.live().getFirst();
        go();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .contains(
                        "HOLDFAST_LOCK=shop//api",
                        "HOLDFAST_LOCK_ID=" + hold.id(),
                        "HOLDFAST_TOKEN=" + hold.token(),
                        "HOLDFAST_OWNER=" + hold.owner().id(),
                        "HOLDFAST_STORE=sqlite:" + workshop.storeFile())
                .anyMatch(line -> line.startsWith("HOLDFAST_LEASE_UNTIL=20"));
    }

    @Test
    void aHeldLockIsRefusedWithWhoHoldsItAndWhy() {
        workshop.runUntilUp("touch up; " + UNTIL_GO, "--reason", "deploy 1.2.3");

        RunningHoldfast second =
                workshop.start("run", "--lock", "shop//api", "--no-wait", "--", "touch", "ran");

        assertThat(second.exitCode()).isEqualTo(73);
        assertThat(second.err())
                .startsWith("Execution blocked: lock 'shop//api' held by ")
                .contains(workshop.live().getFirst().owner().name(), "deploy 1.2.3", "LOCK_EXISTS");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void whatSomeoneElseIsAtMayBeSkippedAndThatIsNoFailure() {
        workshop.runUntilUp("touch up; " + UNTIL_GO);

        RunningHoldfast second =
                workshop.start("run", "--lock", "shop", "--skip-if-held", "--", "touch", "ran");

        assertThat(second.exitCode()).isZero();
        assertThat(second.err()).contains("skipped", "held by");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void aWaitEndsAtItsLimit() {
        workshop.runUntilUp("touch up; " + UNTIL_GO);

        RunningHoldfast second =
                workshop.start("run", "--lock", "shop", "--wait", "300ms", "--", "touch", "ran");

        assertThat(second.exitCode()).isEqualTo(72);
        assertThat(second.err()).contains("gave up after waiting", "TIMEOUT");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void whoWaitsIsToldForWhomAndRunsWhenTheLockIsFree() throws IOException {
        RunningHoldfast first =
                workshop.runUntilUp(
                        "touch up; " + UNTIL_GO + "; touch first-done", "--reason", "deploy 1.2.3");
        RunningHoldfast second = workshop.run("ls first-done");
        Deadline.await("the second says that it waits", () -> second.err().contains("position 1"));
        go();

        assertThat(first.exitCode()).isZero();
        assertThat(second.exitCode()).isZero();
        assertThat(second.err().lines())
                .satisfiesExactly(
                        line ->
                                assertThat(line)
                                        .matches(
                                                "holdfast: waiting for 'shop', position 1: held by .+ since .+Z \\(.+\\): deploy 1\\.2\\.3"),
                        line -> assertThat(line).matches("holdfast: got 'shop' after waiting .+"));
    }

    @Test
    void aRunThatIsStoppedWhileItWaitsLeavesTheLine() {
        workshop.runUntilUp("touch up; " + UNTIL_GO);
        RunningHoldfast second = workshop.start("run", "--lock", "shop", "--", "touch", "ran");
        Deadline.await("the second waits", () -> second.err().contains("position 1"));

        second.signal("TERM");

        assertThat(second.exitCode()).isEqualTo(143);
        assertThat(workshop.holdfast().engine().queues().roots(null, 10)).isEmpty();
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void runsThatWantOneLockNeverOverlap() {
        var runs = new ArrayList<RunningHoldfast>();
        for (int i = 0; i < 6; i++) {
            runs.add(
                    workshop.start(
                            "run",
                            "--lock",
                            "shop",
                            "--",
                            "sh",
                            "-c",
                            "echo begin $0 >>log; sleep 0.1; echo end $0 >>log",
                            Integer.toString(i)));
        }

        assertThat(runs).allSatisfy(run -> assertThat(run.exitCode()).isZero());
        List<String> log = workshop.read("log").lines().toList();
        assertThat(log).hasSize(12);
        for (int i = 0; i < log.size(); i += 2) {
            assertThat(log.get(i)).startsWith("begin ");
            assertThat(log.get(i + 1)).isEqualTo(log.get(i).replace("begin", "end"));
        }
    }

    @Test
    void sharersRunSideBySide() throws IOException {
        RunningHoldfast first = workshop.runUntilUp("touch up; " + UNTIL_GO, "--shared");

        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "shop",
                                        "--shared",
                                        "--no-wait",
                                        "--",
                                        "true")
                                .exitCode())
                .isZero();
        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isEqualTo(73);
        go();
        assertThat(first.exitCode()).isZero();
    }

    @Test
    void ofSeveralLocksAllAreTakenOrNone() throws IOException {
        RunningHoldfast first =
                workshop.startAndAwait(
                        "up", "run", "--lock", "b", "--", "sh", "-c", "touch up; " + UNTIL_GO);

        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "c",
                                        "--lock",
                                        "b",
                                        "--lock",
                                        "a",
                                        "--no-wait",
                                        "--",
                                        "true")
                                .exitCode())
                .isEqualTo(73);
        assertThat(workshop.live()).extracting(hold -> hold.resource().text()).containsExactly("b");
        go();
        assertThat(first.exitCode()).isZero();

        RunningHoldfast several =
                workshop.start(
                        "run",
                        "--lock",
                        "c",
                        "--lock",
                        "b",
                        "--",
                        "sh",
                        "-c",
                        "echo \"$HOLDFAST_LOCK\"; echo \"$HOLDFAST_LOCK_ID\" | wc -l");
        assertThat(several.exitCode()).isZero();
        assertThat(several.out().lines().map(String::strip)).containsExactly("c", "b", "2");
    }

    @Test
    void aRunInsideARunIsTheSameOwner() {
        String inner =
                RunningHoldfast.launcher()
                        + " run --lock shop//api --no-wait -- sh -c 'echo $HOLDFAST_TOKEN'";

        RunningHoldfast outer = workshop.run("echo $HOLDFAST_TOKEN; " + inner + " && " + inner);

        assertThat(outer.exitCode()).isZero();
        assertThat(outer.out().lines().toList())
                .hasSize(3)
                .containsOnly(outer.out().lines().toList().getFirst());
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aRunInsideALostLockDoesNotBegin() {
        RunningHoldfast run =
                workshop.start(
                        Map.of(
                                "HOLDFAST_OWNER",
                                "7f3e",
                                "HOLDFAST_LOCK_ID",
                                "lock_1700000000000000000_alice_0000abcd"),
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(run.err()).contains("LOCK_LOST");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void aRunInsideOnAnotherStoreIsAnOwnerOfItsOwn() {
        RunningHoldfast run =
                workshop.start(
                        Map.of(
                                "HOLDFAST_OWNER",
                                "7f3e",
                                "HOLDFAST_LOCK_ID",
                                "lock_1700000000000000000_alice_0000abcd"),
                        "run",
                        "--store",
                        "sqlite:other.db",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "echo $HOLDFAST_STORE");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo("sqlite:" + workshop.file("other.db") + "\n");
    }

    @Test
    void aCommandThatCannotBeStartedFreesTheLock() throws IOException {
        Files.writeString(workshop.file("text"), "not a program");

        assertThat(workshop.start("run", "--lock", "shop", "--", "no-such-command").exitCode())
                .isEqualTo(127);
        assertThat(workshop.start("run", "--lock", "shop", "--", "./text").exitCode())
                .isEqualTo(126);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aStoreThatCannotBeUsedIsSaidInOneLine() throws IOException {
        Files.writeString(workshop.file("notes.txt"), "these are the notes of somebody else");

        RunningHoldfast run =
                workshop.start(
                        "run",
                        "--store",
                        "sqlite:notes.txt/locks.db",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).isEqualTo(69);
        assertThat(run.err().lines()).singleElement().asString().endsWith("[BACKEND_ERROR]");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void namesThatTheLocaleLosesAreRefused() {
        RunningHoldfast run =
                workshop.start(
                        Map.of("LC_ALL", "xx_XX.UTF-8"),
                        "run",
                        "--lock",
                        "Zürich",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(64);
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void namesPassThroughInAPlainLocaleAndTheCommandGetsThatLocale() {
        RunningHoldfast run =
                workshop.start(
                        Map.of("LC_ALL", "C"),
                        "run",
                        "--lock",
                        "Zürich",
                        "--",
                        "sh",
                        "-c",
                        "echo \"$HOLDFAST_LOCK $LC_ALL\"");

        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(run.out()).isEqualTo("Zürich C\n");
    }

    @Test
    void theListShowsTheLockWhileItIsHeld() throws IOException {
        RunningHoldfast run =
                workshop.runUntilUp("touch up; " + UNTIL_GO, "--reason", "deploy 1.2.3");
        RunningHoldfast table = workshop.start("locks", "list");
        RunningHoldfast json = workshop.start("locks", "list", "--output", "json");

        assertThat(table.exitCode()).isZero();
        assertThat(table.out().lines().skip(1))
                .singleElement()
                .asString()
                .startsWith("shop ")
                .contains(" acquired ", workshop.live().getFirst().token().toString())
                .endsWith("deploy 1.2.3");
        assertThat(json.exitCode()).isZero();
        assertThat(json.out())
                .startsWith("[{")
                .contains("\"lock_id\":\"" + workshop.live().getFirst().id() + "\"");
        go();
        assertThat(run.exitCode()).isZero();
        assertThat(workshop.start("locks", "list").exitCode()).isZero();
    }
}
