package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessTest {
    @TempDir private Path directory;

    /** The command has ended; what it started runs on. */
    private ChildProcess startAndAwaitTheEnd() throws Exception {
        var ended = new CountDownLatch(1);
        var child =
                ChildProcess.start(
                        List.of("sh", "-c", "sleep 100 & echo $! >" + directory.resolve("left")),
                        Map.of(),
                        Guard.over(RunMark.inside(null)));
        child.onEnd(code -> ended.countDown());
        assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
        return child;
    }

    private ProcessHandle left() throws Exception {
        long pid = Long.parseLong(Files.readString(directory.resolve("left")).strip());
        return ProcessHandle.of(pid).orElseThrow();
    }

    @Test
    void afterAMistakeEveryoneIsDeadBeforeTheLockIsGivenBackAlsoIfTheCommandHasEnded()
            throws Exception {
        ChildProcess child = startAndAwaitTheEnd();
        ProcessHandle left = left();

        child.close();

        assertThat(!left.isAlive() || ProcessStat.isDead(left)).isTrue();
    }

    @Test
    void whatIsLeftBehindLivesOnWhenAllWentWell() throws Exception {
        ChildProcess child = startAndAwaitTheEnd();
        ProcessHandle left = left();

        child.over();
        child.close();

        assertThat(left.isAlive() && !ProcessStat.isDead(left)).isTrue();
        left.destroyForcibly();
    }
}
