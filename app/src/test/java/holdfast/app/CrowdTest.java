package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Root;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;

/** Many processes that want the same at once. */
@Isolated
final class CrowdTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    private static final int CROWD = 50;

    /** As many as are started before the next: two cores should not be busy with nothing but starting. */
    private static final int AT_ONCE = 10;

    /** A busy machine needs long to start so many. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final Root SHOP = new Root("shop");

    private List<String> line() {
        return workshop.holdfast().engine().queues().of(SHOP).stream()
                .map(Waiter::note)
                .map(note -> note.reason())
                .toList();
    }

    @Test
    void fiftyProcessesThatWaitAtOnceAreServedOneByOneInTheOrderOfTheLine() {
        RunningHoldfast first =
                workshop.runUntilUp("touch up; until [ -e go ]; do sleep 0.05; done");
        var crowd = new ArrayList<RunningHoldfast>();
        while (crowd.size() < CROWD) {
            for (int i = 0; i < AT_ONCE; i++) {
                crowd.add(waiter("run-" + crowd.size()));
            }
            for (RunningHoldfast run : crowd) {
                Deadline.await(
                        run + " waits",
                        PATIENCE,
                        () -> run.err().contains("position") || !run.isAlive());
                assertThat(run.isAlive()).as(run::toString).isTrue();
            }
        }
        List<String> line = line();
        workshop.make("go");

        assertThat(first.exitCode()).isZero();
        assertThat(crowd).allSatisfy(run -> assertThat(run.exitCode()).as(run::toString).isZero());
        assertThat(workshop.read("log").lines())
                .containsExactlyElementsOf(
                        line.stream()
                                .flatMap(name -> List.of("begin " + name, "end " + name).stream())
                                .toList());
        assertThat(workshop.live()).isEmpty();
        assertThat(line()).isEmpty();
    }

    private RunningHoldfast waiter(String name) {
        return workshop.start(
                "run",
                "--lock",
                "shop",
                "--reason",
                name,
                "--",
                "sh",
                "-c",
                "echo begin $0 >>log; sleep 0.01; echo end $0 >>log",
                name);
    }

    @Test
    void twoRunsThatNameTheSameLocksInOppositeOrderBothGetThem() {
        RunningHoldfast first =
                workshop.startAndAwait(
                        "up",
                        "run",
                        "--lock",
                        "a",
                        "--lock",
                        "b",
                        "--",
                        "sh",
                        "-c",
                        "touch up; until [ -e go ]; do sleep 0.05; done");
        String work = "echo begin >>log; sleep 0.1; echo end >>log";
        RunningHoldfast forth =
                workshop.start("run", "--lock", "a", "--lock", "b", "--", "sh", "-c", work);
        RunningHoldfast back =
                workshop.start("run", "--lock", "b", "--lock", "a", "--", "sh", "-c", work);
        Deadline.await("one waits", () -> forth.err().contains("position"));
        Deadline.await("the other waits", () -> back.err().contains("position"));
        workshop.make("go");

        assertThat(first.exitCode()).isZero();
        assertThat(forth.exitCode()).as(forth::toString).isZero();
        assertThat(back.exitCode()).as(back::toString).isZero();
        assertThat(workshop.read("log").lines()).containsExactly("begin", "end", "begin", "end");
    }

    @Test
    void ofTwoRunsThatWaitForEachOthersLockOneIsToldOfTheDeadlock() {
        RunningHoldfast one = nested("a", "b");
        RunningHoldfast other = nested("b", "a");

        assertThat(List.of(one.exitCode(), other.exitCode())).containsExactlyInAnyOrder(0, 76);
        assertThat(one.err() + other.err()).contains("[DEADLOCK]");
        assertThat(workshop.live()).isEmpty();
    }

    /** Takes one lock, waits until the other is held too, and then wants that as well. */
    private RunningHoldfast nested(String first, String second) {
        return workshop.start(
                "run",
                "--lock",
                first,
                "--",
                "sh",
                "-c",
                "touch has-"
                        + first
                        + "; until [ -e has-"
                        + second
                        + " ]; do sleep 0.02; done; "
                        + RunningHoldfast.launcher()
                        + " run --lock "
                        + second
                        + " -- true");
    }
}
