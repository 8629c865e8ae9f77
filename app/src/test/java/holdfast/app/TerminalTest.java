package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code holdfast run} where a person sits at a terminal, which {@code script} plays. */
final class TerminalTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private static final String CTRL_C = "\u0003";

    @BeforeEach
    void needTerminals() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no program 'script' here");
    }

    /** In a shell that ends as the command does. */
    private RunningHoldfast atATerminal(String... arguments) {
        return inAShell("exec ", arguments);
    }

    private RunningHoldfast runAtATerminal(String script, String... options) {
        return atATerminal(Workshop.runOf(script, options));
    }

    private RunningHoldfast inAShell(String before, String... arguments) {
        var command = new ArrayList<>(List.of(RunningHoldfast.launcher()));
        command.addAll(Arrays.asList(arguments));
        workshop.write(
                "job.sh",
                before
                        + command.stream()
                                .map(TerminalTest::quoted)
                                .collect(Collectors.joining(" ")));
        return workshop.launch(
                Map.of("TERM", "xterm"),
                List.of("/usr/bin/script", "-qec", "exec sh job.sh", "/dev/null"));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    @Test
    void aCommandReadsFromTheTerminalAndWritesToIt() {
        RunningHoldfast run =
                runAtATerminal(
                        "test -t 0 && test -t 1 && test -t 2 && echo all of it; read a; read b </dev/tty; echo \"<$a> <$b>\"");
        Deadline.await("it is up", () -> run.out().contains("all of it"));

        run.type("first\n");
        run.type("second\n");

        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(run.out()).contains("<first> <second>");
    }

    @Test
    void ctrlCReachesTheCommandOnceAndItsOwnExitCodeIsKept() {
        RunningHoldfast run =
                runAtATerminal(
                        "trap 'echo heard >>log' INT; trap 'touch later' USR1; echo $PPID >run; touch up;"
                                + " until [ -e go ]; do sleep 0.05; done; exit 5");
        workshop.awaitFile(run, "up");

        run.type(CTRL_C);
        workshop.awaitFile(run, "log");
        Processes.signal("USR1", workshop.read("run").strip());
        workshop.awaitFile(run, "later");
        workshop.make("go");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(5);
        assertThat(workshop.read("log")).isEqualTo("heard\n");
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void ctrlCEndsACommandThatDoesNotHandleIt() {
        RunningHoldfast run = runAtATerminal("touch up; while :; do sleep 0.05; done");
        workshop.awaitFile(run, "up");

        run.type(CTRL_C);

        assertThat(run.exitCode()).as(run::toString).isEqualTo(130);
        assertThat(workshop.live()).isEmpty();
    }

    /** The command, which dies of an interrupt at once as a shell would not, starts one that takes its time. */
    private RunningHoldfast runOfOneThatIsSlowToCleanUp() {
        RunningHoldfast run =
                atATerminal(
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "find",
                        ".",
                        "-maxdepth",
                        "0",
                        "-exec",
                        "sh",
                        "-c",
                        "trap 'touch cleaning; until [ -e go ]; do sleep 0.02; done; touch cleaned; exit' INT;"
                                + " echo $PPID >pids; echo $$ >>pids; touch up; while :; do sleep 0.05; done",
                        ";");
        workshop.awaitFile(run, "up");
        return run;
    }

    @Test
    void theLockIsKeptWhileAGrandchildCleansUpAfterCtrlC() {
        RunningHoldfast run = runOfOneThatIsSlowToCleanUp();

        run.type(CTRL_C);
        workshop.awaitFile(run, "cleaning");
        Processes.awaitDeath(List.of(workshop.read("pids").lines().toList().getFirst()));

        assertThatTheLockIsKept();
        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isEqualTo(130);
        assertThat(workshop.file("cleaned")).exists();
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void theLockIsKeptWhileAGrandchildCleansUpAlthoughTheCommandDiedBeforeTheRunHeardOfCtrlC() {
        RunningHoldfast run = runOfOneThatIsSlowToCleanUp();
        List<String> family = workshop.read("pids").lines().toList();

        Processes.signal("INT", family.getLast());
        workshop.awaitFile(run, "cleaning");
        Processes.signal("INT", family.getFirst());
        Processes.awaitDeath(List.of(family.getFirst()));

        assertThatTheLockIsKept();
        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isEqualTo(130);
        assertThat(workshop.file("cleaned")).exists();
        assertThat(workshop.live()).isEmpty();
    }

    private void assertThatTheLockIsKept() {
        assertThat(workshop.start("run", "--lock", "shop", "--no-wait", "--", "true").exitCode())
                .isEqualTo(73);
    }

    @Test
    void aSecondCtrlCGivesTheCommandItsGraceAndThenKillsIt() {
        RunningHoldfast run =
                runAtATerminal(
                        "trap 'echo heard >>log' INT; touch up; while :; do sleep 0.05; done",
                        "--grace",
                        "1s");
        workshop.awaitFile(run, "up");
        run.type(CTRL_C);
        workshop.awaitFile(run, "log");

        run.type(CTRL_C);

        assertThat(run.exitCode()).as(run::toString).isEqualTo(137);
        assertThat(run.out()).contains("killing the command in 1s");
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void whoWaitsSeesForWhomAndLeavesTheLineWithCtrlC() {
        workshop.runUntilUp(
                "touch up; until [ -e go ]; do sleep 0.05; done", "--reason", "deploy 1.2.3");
        RunningHoldfast run = atATerminal("run", "--lock", "shop", "--", "touch", "ran");
        Deadline.await("it says for whom it waits", () -> run.out().contains("deploy 1.2.3"));

        run.type(CTRL_C);

        assertThat(run.exitCode()).as(run::toString).isEqualTo(130);
        assertThat(run.out()).contains("position 1", "held by");
        assertThat(workshop.file("ran")).doesNotExist();
        assertThat(workshop.holdfast().engine().queues().roots(null, 10)).isEmpty();
    }

    @Test
    void aRunThatIsKilledAtATerminalTakesEveryoneWithIt() {
        RunningHoldfast run =
                inAShell(
                        "trap '' HUP; ",
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "sh",
                        "-c",
                        "echo $PPID >run; echo $$ >pids; (sh -c 'echo $$ >>pids; touch up; exec sleep 100' &); sleep 100; true");
        workshop.awaitFile(run, "up");
        List<String> family = workshop.read("pids").lines().toList();
        assertThat(family).hasSize(2).allMatch(Processes::isRunning);

        Processes.signal("KILL", workshop.read("run").strip());

        assertThat(run.exitCode()).isEqualTo(137);
        Processes.awaitDeath(family);
    }
}
