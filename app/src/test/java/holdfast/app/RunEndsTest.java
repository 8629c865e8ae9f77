package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Quarantine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code holdfast run} ends when something ends it: a signal, a lost lock, a dead process. */
final class RunEndsTest {
    /** A shell with a grandchild; both write their process ids and then run for ever. */
    private static final String FAMILY =
            "echo $$ >pids; (sh -c 'echo $$ >>pids; touch up; while :; do sleep 0.05; done'); exit 9";

    @RegisterExtension private final Workshop workshop = new Workshop();

    private void forceUnlock() {
        Hold hold = workshop.live().getFirst();
        workshop.holdfast()
                .engine()
                .forceUnlock(
                        hold.resource().root(),
                        new ForceUnlockRequest(
                                Set.of(hold.id()), "bob", "wrong branch", Quarantine.usual()));
    }

    /** The processes that wrote their ids. */
    private List<String> family() {
        return workshop.read("pids").lines().toList();
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130", "HUP, 129", "USR1, 138", "USR2, 140"})
    void aSignalReachesTheWholeTreeAndTheLockIsFreedAfterIt(String signal, int exitCode) {
        RunningHoldfast run = workshop.runUntilUp(FAMILY);
        List<String> family = family();
        assertThat(family).hasSize(2);

        run.signal(signal);

        assertThat(run.exitCode()).isEqualTo(exitCode);
        Processes.awaitDeath(family);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aCommandThatHandlesASignalKeepsItsOwnExitCode() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'echo cleaning up; exit 3' TERM; touch up; while :; do sleep 0.05; done");

        run.signal("TERM");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.out()).isEqualTo("cleaning up\n");
    }

    @Test
    void theLockIsKeptWhileAGrandchildCleansUp() throws IOException {
        // The shell dies of the signal at once; what it started takes its time.
        RunningHoldfast run =
                workshop.runUntilUp(
                        "echo $$ >pids; sh -c 'trap \"touch cleaning; while [ ! -e go ]; do sleep 0.02; done; exit\" TERM;"
                                + " touch up; while :; do sleep 0.05; done'; true");
        run.signal("TERM");
        workshop.awaitFile(run, "cleaning");
        Processes.awaitDeath(family());

        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isEqualTo(73);
        Files.createFile(workshop.file("go"));
        assertThat(run.exitCode()).isEqualTo(143);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void whatTheCommandLeavesBehindAfterASignalIsToldAndCanBeKilled() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "sh -c 'trap : TERM; echo $$ >pids; touch up; while :; do sleep 0.05; done'; true");
        run.signal("TERM");
        Deadline.await("it says for whom it waits", () -> run.err().contains(family().getFirst()));

        run.signal("INT");

        assertThat(run.exitCode()).isEqualTo(143);
        assertThat(family()).noneMatch(Processes::isRunning);
    }

    /** When it is asked to end it starts a helper that will not, and ends. */
    private static final String LATE_HELPER =
            "trap '(trap : TERM; sh -c \"echo \\$\\$ >>pids; touch helping; until [ -e go ]; do sleep 0.02; done\") & exit 0' TERM;"
                    + " echo $$ >>pids; touch up; while :; do sleep 0.05; done";

    @Test
    void theLockIsKeptForAProcessThatWasBornAfterTheSignal() throws IOException {
        RunningHoldfast run = workshop.runUntilUp(LATE_HELPER);
        run.signal("TERM");
        workshop.awaitFile(run, "helping");
        Processes.awaitDeath(List.of(family().getFirst()));

        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isEqualTo(73);
        Files.createFile(workshop.file("go"));
        assertThat(run.exitCode()).isZero();
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void nobodyIsLeftAfterALossEvenIfBornAfterTheyWereAskedToEnd() {
        RunningHoldfast run = workshop.runUntilUp(LATE_HELPER, "--grace", "2s");
        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(family()).hasSize(2).noneMatch(Processes::isRunning);
    }

    @Test
    void theLockIsKeptWhileAProcessThatCannotBeKilledRunsOn() {
        List<String> withoutTheRightToKill =
                List.of("setpriv", "--bounding-set", "-kill", "--inh-caps", "-kill", "--");
        assumeTrue(
                Processes.succeeds(withoutTheRightToKill, "true"), "only root can be another user");
        RunningHoldfast run =
                workshop.startIn(
                        withoutTheRightToKill,
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "setpriv",
                        "--reuid",
                        "65534",
                        "--clear-groups",
                        "sh",
                        "-c",
                        "echo $$; while :; do sleep 0.1; done");
        Deadline.await("it is up", () -> run.out().endsWith("\n"));
        String command = run.out().strip();
        run.signal("INT");
        run.signal("INT");
        Deadline.await("it is told", () -> run.err().contains("still there: process " + command));

        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isEqualTo(73);
        Processes.signal("KILL", command);
        assertThat(run.exitCode()).isEqualTo(137);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void afterALossARunDoesNotWaitForAProcessThatCannotBeKilled() {
        List<String> withoutTheRightToKill =
                List.of("setpriv", "--bounding-set", "-kill", "--inh-caps", "-kill", "--");
        assumeTrue(
                Processes.succeeds(withoutTheRightToKill, "true"), "only root can be another user");
        RunningHoldfast run =
                workshop.startIn(
                        withoutTheRightToKill,
                        "run",
                        "--lock",
                        "shop",
                        "--grace",
                        "1s",
                        "--",
                        "setpriv",
                        "--reuid",
                        "65534",
                        "--clear-groups",
                        "sh",
                        "-c",
                        "echo $$; while :; do sleep 0.1; done");
        Deadline.await("it is up", () -> run.out().endsWith("\n"));
        String command = run.out().strip();

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(run.err()).contains("still there: process " + command);
        Processes.signal("KILL", command);
    }

    @Test
    void aProcessWhoseFirstThreadHasEndedIsNotTakenForDead() {
        assumeTrue(
                Processes.succeeds(List.of("python3", "-c"), "import ctypes"), "no python3 here");
        workshop.write(
                "threads.py",
                """
                import ctypes, os, signal, threading, time
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                def work():
                    while ') Z' not in open('/proc/%d/stat' % os.getpid()).read():
                        time.sleep(0.01)
                    open('pids', 'w').write(str(os.getpid()))
                    open('up', 'w').close()
                    while True:
                        time.sleep(0.1)
                threading.Thread(target=work).start()
                ctypes.CDLL(None).pthread_exit(None)
                """);
        RunningHoldfast run =
                workshop.startAndAwait(
                        "up",
                        "run",
                        "--lock",
                        "shop",
                        "--grace",
                        "1s",
                        "--",
                        "python3",
                        "threads.py");
        assertThat(family()).allMatch(Processes::isRunning);

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(family()).noneMatch(Processes::isRunning);
    }

    @Test
    void aSignalThatAsksNobodyToEndDoesNotMakeTheRunWaitForWhatIsLeftBehind() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'touch heard' USR1; setsid sh -c 'trap \"\" USR1; echo $$ >pids; touch up; exec sleep 100' &"
                                + " until [ -e heard ]; do sleep 0.02; done; exit 0");

        run.signal("USR1");

        assertThat(run.exitCode()).isZero();
        assertThat(family()).allMatch(Processes::isRunning);
        Processes.signal("KILL", family().getFirst());
    }

    @Test
    void aSignalThatComesWhileTheOutputsAreWrittenIsNoMistakeOfTheCaller() {
        // Who writes to a pipe waits for a reader: first to see whether it can, then with the lock.
        assumeTrue(
                Processes.succeeds(List.of("mkfifo"), workshop.file("pipe").toString()),
                "no pipes with names here");
        RunningHoldfast run =
                workshop.start("run", "--lock", "shop", "--dotenv", "pipe", "--", "sleep", "100");
        workshop.launch(Map.of(), List.of("cat", "pipe"));
        Deadline.await("it has the lock", () -> !workshop.live().isEmpty());

        run.signal("TERM");
        workshop.launch(Map.of(), List.of("cat", "pipe"));

        assertThat(run.exitCode()).as(run::toString).isEqualTo(143);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aSecondInterruptKills() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'touch heard' INT; touch up; while :; do sleep 0.05; done");
        run.signal("INT");
        workshop.awaitFile(run, "heard");

        run.signal("INT");

        assertThat(run.exitCode()).isEqualTo(137);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aLockThatSomeoneTakesAwayEndsTheWholeTree() {
        RunningHoldfast run = workshop.runUntilUp(FAMILY);
        List<String> family = family();

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(family).noneMatch(Processes::isRunning);
        assertThat(run.err())
                .contains("lost lock 'shop': force-unlocked by bob: wrong branch", "LOCK_LOST");
    }

    @Test
    void aCommandThatWillNotEndIsKilledAfterTheGrace() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'touch asked' TERM; echo $$ >pids; touch up; while :; do sleep 0.05; done",
                        "--grace",
                        "2s");
        List<String> family = family();

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(workshop.file("asked")).as(run::toString).exists();
        assertThat(family).noneMatch(Processes::isRunning);
    }

    @Test
    void aLockThatSomeoneTakesAwayLeavesTheCommandTheTimeToCleanUp() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'sleep 1; touch cleaned; exit 0' TERM; touch up; while :; do sleep 0.05; done",
                        "--grace",
                        "20s");

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(workshop.file("cleaned")).as(run::toString).exists();
    }

    @Test
    void aLossIsNeverSuccessEvenIfTheCommandMayGoOn() throws IOException {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "touch up; while [ ! -e go ]; do sleep 0.02; done; exit 0",
                        "--on-lost",
                        "warn");
        forceUnlock();
        Deadline.await("the loss is told", () -> run.err().contains("lost lock 'shop'"));
        Files.createFile(workshop.file("go"));

        assertThat(run.exitCode()).isEqualTo(74);
    }

    @Test
    void aCommandThatEndsWellWhenAskedAfterALossIsNoSuccess() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "trap 'exit 0' TERM; touch up; while :; do sleep 0.05; done",
                        "--on-lost",
                        "term");

        forceUnlock();

        assertThat(run.exitCode()).isEqualTo(74);
    }

    @Test
    void aLossThatNobodyNoticedBeforeTheCommandEndedIsNoSuccess() throws IOException {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "echo $$ >pids; touch up; while [ ! -e go ]; do sleep 0.02; done");
        run.signal("STOP");
        forceUnlock();
        Files.createFile(workshop.file("go"));
        Processes.awaitDeath(family());

        run.signal("CONT");

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(run.err()).contains("force-unlocked by bob: wrong branch");
    }

    @Test
    void aRunThatWasStoppedBeyondItsLeaseKillsItsCommandWhenItWakes() {
        RunningHoldfast run = workshop.runUntilUp(FAMILY, "--lease", "4s");
        List<String> family = family();

        run.signal("STOP");
        Deadline.await("the lease ends", () -> workshop.live().isEmpty());
        assertThat(family).allMatch(Processes::isRunning);
        run.signal("CONT");

        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(family).noneMatch(Processes::isRunning);
    }

    @Test
    void aStoreThatGoesAwayEndsTheCommandBeforeTheLeaseEnds() throws IOException {
        RunningHoldfast run = workshop.runUntilUp(FAMILY, "--lease", "6s");
        List<String> family = family();

        Files.move(workshop.storeFile(), workshop.file("elsewhere.db"));
        Processes.awaitDeath(family);
        // The old file still says until when the lock was granted.
        boolean stillHeld = !workshop.live().isEmpty();

        assertThat(stillHeld).isTrue();
        assertThat(run.exitCode()).isEqualTo(74);
        assertThat(run.err()).contains("cannot be renewed in time");
    }

    @Test
    void theLockOfAKilledRunEndsWithItsLeaseAndGoesToWhoWaits() {
        RunningHoldfast run = workshop.runUntilUp(FAMILY, "--lease", "6s");
        Hold held = workshop.live().getFirst();
        RunningHoldfast next = workshop.start("run", "--lock", "shop", "--", "touch", "next");
        Deadline.await("the next one waits", () -> next.err().contains("position 1"));
        List<String> family = family();

        run.signal("KILL");
        Processes.awaitDeath(family);
        boolean stillHeld = workshop.live().getFirst().id().equals(held.id());

        assertThat(stillHeld).as("the command is dead before the lease ends").isTrue();
        assertThat(run.exitCode()).isEqualTo(137);
        assertThat(next.exitCode()).isZero();
        assertThat(workshop.file("next")).exists();
    }

    @Test
    void aRunWhoseLockIsGivenBackByAnotherIsToldWhileItsCommandRunsAndEndsIt() {
        RunningHoldfast run = workshop.runUntilUp(FAMILY, "--lease", "10m");
        List<String> family = family();

        RunningHoldfast release = workshop.start("release", workshop.live().getFirst().id().text());

        assertThat(release.exitCode()).as(release::toString).isZero();
        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(run.err())
                .contains("lost lock 'shop': released by someone who knew its lock id");
        assertThat(family).noneMatch(Processes::isRunning);
    }

    @Test
    void aRunWhoseLockWasGivenBackByAnotherDoesNotEndAsIfAllWereWell() {
        RunningHoldfast run =
                workshop.runUntilUp(
                        "echo $$ >pids; touch up; until [ -e go ]; do sleep 0.05; done; exit 0");
        // It cannot hear of it before its command has ended.
        run.signal("STOP");
        RunningHoldfast release = workshop.start("release", workshop.live().getFirst().id().text());
        assertThat(release.exitCode()).as(release::toString).isZero();
        workshop.make("go");
        Processes.awaitDeath(family());

        run.signal("CONT");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(run.err()).contains("by someone who knew its lock id");
    }
}
