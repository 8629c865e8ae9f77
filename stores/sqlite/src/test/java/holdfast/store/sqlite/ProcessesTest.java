package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Waiter;
import holdfast.store.Notice;
import holdfast.store.testkit.Drafts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes on one file. */
@Timeout(180)
final class ProcessesTest {
    private static final int PROCESSES = 3;
    private static final int JOINS = 60;
    private static final EngineId ENGINE = new EngineId("engine-here");

    private final TestFile file = TestFile.create();

    @AfterEach
    void remove() {
        file.remove();
    }

    private Process start(String name) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AnotherProcess.class.getName(),
                        file.path().toString(),
                        name,
                        Integer.toString(JOINS))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void processesThatMakeAndUseOneFileTogetherLoseNothing() throws Exception {
        var processes = new ArrayList<Process>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(start("process-" + i));
        }
        for (Process process : processes) {
            assertThat(process.waitFor()).isZero();
        }

        try (var store = SqliteLockStore.open(file.path(), SqliteOptions.defaults())) {
            List<Waiter> queue = store.queue(Drafts.ROOT, 1_000);
            assertThat(queue).hasSize(PROCESSES * JOINS);
            assertThat(queue.stream().map(Waiter::ticket)).doesNotHaveDuplicates();
        }
    }

    @Test
    void anEngineHearsOfACommitInAnotherProcess() throws Exception {
        var heard = new LinkedBlockingQueue<>();
        try (var store = SqliteLockStore.open(file.path(), SqliteOptions.defaults());
                var listening = store.listen(ENGINE, heard::add)) {
            Process process = start("process");

            assertThat(heard.poll(120, TimeUnit.SECONDS)).isEqualTo(new Notice(Drafts.ROOT));
            assertThat(process.waitFor()).isZero();
        }
    }

    /** Joins a queue again and again, each time telling the engine of the test. */
    static final class AnotherProcess {
        private AnotherProcess() {}

        public static void main(String[] arguments) {
            try (var store =
                    SqliteLockStore.open(Path.of(arguments[0]), SqliteOptions.defaults())) {
                for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                    var join = Drafts.waiter(arguments[1] + "-" + i).join();
                    store.commit(List.of(Drafts.commit(join).tell(ENGINE).draft()));
                }
            }
        }
    }
}
