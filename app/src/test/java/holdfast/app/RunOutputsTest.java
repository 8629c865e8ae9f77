package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What {@code holdfast run} tells programs: exit codes of their choice, later steps, and whatever passes through. */
final class RunOutputsTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private Hold held() {
        RunningHoldfast acquire = workshop.start("acquire", "shop", "--lease", "1h");
        assertThat(acquire.exitCode()).as(acquire::toString).isZero();
        return workshop.live().getFirst();
    }

    @Test
    void laterStepsLearnTheLockAndTheToken() {
        RunningHoldfast run =
                workshop.start(
                        Map.of("GITHUB_OUTPUT", "outputs"),
                        "run",
                        "--lock",
                        "shop//api",
                        "--github-output",
                        "--dotenv",
                        "holdfast.env",
                        "--",
                        "sh",
                        "-c",
                        "echo $HOLDFAST_LOCK_ID $HOLDFAST_TOKEN; cat outputs holdfast.env >seen");

        assertThat(run.exitCode()).as(run::toString).isZero();
        String[] words = run.out().strip().split(" ");
        String outputs = "lock_id=" + words[0] + "\ntoken=" + words[1] + "\nresource=shop//api\n";
        String variables =
                "HOLDFAST_LOCK_ID="
                        + words[0]
                        + "\nHOLDFAST_TOKEN="
                        + words[1]
                        + "\nHOLDFAST_LOCK=shop//api\n";
        assertThat(workshop.read("outputs")).isEqualTo(outputs);
        assertThat(workshop.read("holdfast.env")).isEqualTo(variables);
        assertThat(workshop.read("seen"))
                .as("before the command ran")
                .isEqualTo(outputs + variables);
    }

    @Test
    void ofSeveralLocksLaterStepsLearnAll() {
        RunningHoldfast run =
                workshop.start(
                        "run",
                        "--lock",
                        "b",
                        "--lock",
                        "a",
                        "--dotenv",
                        "holdfast.env",
                        "--",
                        "true");

        assertThat(run.exitCode()).as(run::toString).isZero();
        assertThat(workshop.read("holdfast.env").lines())
                .hasSize(3)
                .contains("HOLDFAST_LOCK='b a'")
                .anyMatch(line -> line.matches("HOLDFAST_TOKEN='\\d+ \\d+'"));
    }

    @Test
    void aLaterRunWithTheVariablesOfAnEarlierOneIsNotTakenForAPartOfIt() {
        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "shop",
                                        "--dotenv",
                                        "holdfast.env",
                                        "--",
                                        "true")
                                .exitCode())
                .isZero();
        var later = CommandsTest.variables(workshop.file("holdfast.env"));

        assertThat(workshop.start(later, "run", "--lock", "shop", "--", "true").exitCode())
                .isZero();
    }

    @Test
    void whatCannotBeToldToLaterStepsIsNotRun() {
        RunningHoldfast run =
                workshop.start(
                        "run",
                        "--lock",
                        "shop",
                        "--dotenv",
                        "no/such/folder",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).contains("cannot write to no/such/folder");
        assertThat(workshop.file("ran")).doesNotExist();
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aConflictEndsWithTheCodeThatWasAskedFor() {
        held();

        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "shop",
                                        "--no-wait",
                                        "--conflict-exit-code",
                                        "200",
                                        "--",
                                        "true")
                                .exitCode())
                .isEqualTo(200);
        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "shop",
                                        "--wait",
                                        "200ms",
                                        "--conflict-exit-code",
                                        "0",
                                        "--",
                                        "true")
                                .exitCode())
                .isZero();
    }

    @Test
    void theCodeForAConflictIsNotThatOfAnythingElse() {
        assertThat(workshop.run("exit 73", "--conflict-exit-code", "200").exitCode()).isEqualTo(73);
        assertThat(
                        workshop.start(
                                        "run",
                                        "--lock",
                                        "shop",
                                        "--conflict-exit-code",
                                        "256",
                                        "--",
                                        "true")
                                .exitCode())
                .isEqualTo(64);
    }

    @Test
    void aRequestThatSomeoneCancelsEndsWith75() {
        Hold hold = held();
        RunningHoldfast run = workshop.start("run", "--lock", "shop", "--", "touch", "ran");
        Deadline.await("it waits", () -> run.err().contains("position 1"));
        String request =
                workshop.holdfast()
                        .engine()
                        .queues()
                        .of(hold.resource().root())
                        .getFirst()
                        .claim()
                        .request()
                        .text();

        assertThat(workshop.start("queue", "cancel", request).exitCode()).isZero();

        assertThat(run.exitCode()).as(run::toString).isEqualTo(75);
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void whoNamesTheLockOfAnotherIsNotTakenForItsOwner() {
        Hold hold = held();
        RunningHoldfast run =
                workshop.start(
                        Map.of("HOLDFAST_OWNER", "7f3e", "HOLDFAST_LOCK_ID", hold.id().text()),
                        "run",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void tensOfMegabytesPassThroughUnchanged() throws Exception {
        String line = "0123456789abcdef".repeat(4) + "\n";
        String input = line.repeat(20_000_000 / line.length());
        RunningHoldfast run = workshop.run("tee copy; head -c 20000000 /dev/zero >&2");

        run.write(input);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().equals(input)).as("what came in went out").isTrue();
        assertThat(workshop.file("copy")).hasSize(input.length());
        assertThat(run.err()).hasSize(20_000_000);
    }
}
