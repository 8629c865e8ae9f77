package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class GuardTest {
    private final RunMark mark = RunMark.inside(null);

    private List<ProcessHandle> guards() {
        assumeTrue(RunMark.canBeSeen(), "nobody can be found by a mark here");
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(mark.word()))
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private static void awaitEnd(ProcessHandle process) throws Exception {
        process.onExit().get(30, TimeUnit.SECONDS);
    }

    @Test
    void aGuardThatDidNotOutliveTheWaitForTheLockIsReplacedBeforeTheCommandStarts()
            throws Exception {
        try (var guard = Guard.over(mark)) {
            guard.mark();
            ProcessHandle first = guards().getFirst();
            first.destroyForcibly();
            awaitEnd(first);

            guard.mark();

            assertThat(guards()).hasSize(1).doesNotContain(first);
        }
    }

    @Test
    void aGuardWhoseRunGotNoLockEndsWithIt() throws Exception {
        ProcessHandle process;
        try (var guard = Guard.over(mark)) {
            guard.mark();
            process = guards().getFirst();
        }

        awaitEnd(process);
        assertThat(guards()).isEmpty();
    }
}
