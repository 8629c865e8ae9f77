package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of a command, and of everything that came from it, when nobody can ask it to end any more. */
final class KilledRunTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    /** A process of each kind: a child, an orphan, one without its environment, and one in a session of its own. */
    private static final String SCATTERED =
            "echo $$ >>pids;"
                    + " (sh -c 'echo $$ >>pids; exec sleep 100' &);"
                    + " env -i sh -c 'echo $$ >>pids; exec sleep 100' &"
                    + " setsid sh -c 'echo $$ >>pids; exec sleep 100' &"
                    + " while [ $(wc -l <pids) -lt 4 ]; do sleep 0.02; done; touch up; wait";

    private List<String> family() {
        return workshop.read("pids").lines().toList();
    }

    @Test
    void aKilledRunTakesEveryoneWithItWhereverTheyHaveGone() {
        RunningHoldfast run = workshop.runUntilUp(SCATTERED);
        List<String> family = family();
        assertThat(family).hasSize(4).allMatch(Processes::isRunning);

        run.signal("KILL");

        assertThat(run.exitCode()).isEqualTo(137);
        Processes.awaitDeath(family);
    }

    @Test
    void whoKillsTheWholeGroupOfARunKillsItsCommandToo() {
        RunningHoldfast run =
                workshop.startIn(
                        List.of("setsid"), "run", "--lock", "shop", "--", "sh", "-c", SCATTERED);
        workshop.awaitFile(run, "up");
        List<String> family = family();

        Processes.signal("KILL", "-" + run.pid());

        assertThat(run.exitCode()).isEqualTo(137);
        Processes.awaitDeath(family);
    }

    @Test
    void aKilledRunTakesTheCommandOfARunInsideWithIt() {
        var inside = new ArrayList<>(List.of(RunningHoldfast.launcher()));
        inside.addAll(List.of("run", "--lock", "shop//api", "--", "sh", "-c"));
        RunningHoldfast run =
                workshop.startAndAwait(
                        "up",
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "echo $$ >>pids; " + String.join(" ", inside) + " \"$0\"; true",
                        "echo $PPID >>pids; echo $$ >>pids; touch up; while :; do sleep 0.05; done");
        List<String> family = family();
        assertThat(family).hasSize(3).allMatch(Processes::isRunning);

        run.signal("KILL");

        Processes.awaitDeath(family);
    }

    @Test
    void aSignalReachesTheCommandOfARunInsideOnce() {
        var inside = new ArrayList<>(List.of(RunningHoldfast.launcher()));
        inside.addAll(List.of("run", "--lock", "shop//api", "--", "sh", "-c"));
        RunningHoldfast run =
                workshop.startAndAwait(
                        "up",
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "trap : HUP USR1; " + String.join(" ", inside) + " \"$0\"; exit $?",
                        "trap 'echo heard >>log' HUP; trap 'touch later' USR1; touch up;"
                                + " until [ -e go ]; do sleep 0.05; done; exit 6");

        run.signal("HUP");
        workshop.awaitFile(run, "log");
        run.signal("USR1");
        workshop.awaitFile(run, "later");
        workshop.make("go");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(6);
        assertThat(workshop.read("log")).isEqualTo("heard\n");
    }

    @Test
    void nobodyIsLeftOnGuardWhenTheCommandHasEnded() {
        RunningHoldfast run = workshop.run("echo $HOLDFAST_RUN; cat >here");
        Deadline.await("it tells its mark", () -> !run.out().isEmpty());
        String mark = run.out().strip();
        assertThat(Processes.withArgument(mark)).as("on guard").hasSize(1);

        run.write("");

        assertThat(run.exitCode()).isZero();
        Deadline.await("the guard is gone", () -> Processes.withArgument(mark).isEmpty());
    }

    @Test
    void whatACommandLeavesBehindOnPurposeLivesOn() {
        RunningHoldfast run =
                workshop.run(
                        "echo $HOLDFAST_RUN; sh -c 'echo $$ >pids; touch up; until [ -e go ]; do sleep 0.05; done; touch done' >left 2>&1 &"
                                + " until [ -e up ]; do sleep 0.02; done");
        assertThat(run.exitCode()).isZero();
        String mark = run.out().strip();
        Deadline.await("the guard is gone", () -> Processes.withArgument(mark).isEmpty());

        assertThat(family()).allMatch(Processes::isRunning);
        workshop.make("go");
        Deadline.await("it ends by itself", () -> Files.exists(workshop.file("done")));
    }

    @Test
    void whatAKilledCommandLeavesBehindIsEndedBeforeTheLockIsFree() {
        RunningHoldfast run = workshop.runUntilUp(SCATTERED);
        List<String> family = family();

        Processes.signal("KILL", family.getFirst());

        assertThat(run.exitCode()).isEqualTo(137);
        assertThat(family).noneMatch(Processes::isRunning);
        assertThat(run.err()).contains("a signal ended the command");
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void theCommandLeadsAGroupOfItsOwnAndWhoSignalsThatGroupDoesNotReachTheRun() {
        RunningHoldfast run =
                workshop.startIn(
                        List.of("setsid"),
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "echo $$ >>pids; sh -c 'echo $$ >>pids; touch up; while :; do sleep 0.05; done'; exit 9");
        workshop.awaitFile(run, "up");
        List<String> family = family();

        Processes.signal("TERM", "-" + family.getFirst());

        assertThat(run.exitCode()).isEqualTo(143);
        Processes.awaitDeath(family);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aSignalToTheGroupOfTheRunReachesTheCommandOnce() {
        RunningHoldfast run =
                workshop.startIn(
                        List.of("setsid"),
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "trap 'echo heard >>log' INT; trap 'touch later' USR1; touch up;"
                                + " until [ -e go ]; do sleep 0.05; done; exit 5");
        workshop.awaitFile(run, "up");

        Processes.signal("INT", "-" + run.pid());
        workshop.awaitFile(run, "log");
        Processes.signal("USR1", run.pid());
        workshop.awaitFile(run, "later");
        workshop.make("go");

        assertThat(run.exitCode()).isEqualTo(5);
        assertThat(workshop.read("log")).isEqualTo("heard\n");
    }
}
