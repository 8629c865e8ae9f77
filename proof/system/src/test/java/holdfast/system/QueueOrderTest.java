package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Waiter;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fifty threads of five processes come for one lock at the same time. */
final class QueueOrderTest {
    private static final int PROCESSES = 5;
    private static final int THREADS = 10;
    private static final Root ROOT = new Root("line");
    private static final Duration LONG = Duration.ofMinutes(5);

    /** Nobody loses a place or a grant only because the machine is slow. */
    private static final EngineSettings UNHURRIED =
            EngineSettings.DEFAULT.withRules(
                    new Rules(Rules.DEFAULT.priorityStep(), LONG, LONG, Limits.DEFAULT, List.of()));

    private final List<Child> children = new ArrayList<>();

    @TempDir private Path folder;

    private record Grant(String request, long token) {}

    @AfterEach
    void endAll() {
        children.forEach(Child::close);
    }

    @Test
    void waitersOfAllProcessesAreServedByPriorityAndThenInTheOrderOfTheirTickets()
            throws Exception {
        Path path = folder.resolve("locks.db");
        List<Waiter> queue;
        try (LockFile file = LockFile.open(path, UNHURRIED)) {
            HeldLock first = file.holdfast().lock("line").takeOrThrow();
            for (int process = 0; process < PROCESSES; process++) {
                children.add(Child.start(Comer.class, path, process));
            }
            var queues = file.holdfast().engine().queues();
            Await.until("all stand in line", () -> queues.of(ROOT).size() == PROCESSES * THREADS);
            queue = queues.of(ROOT);
            first.release();
        }
        List<Grant> grants = new ArrayList<>();
        for (Child child : children) {
            for (int i = 0; i < THREADS; i++) {
                Child.Answer answer = child.hear();
                grants.add(new Grant(answer.word(0), answer.number(1)));
            }
            child.end();
        }
        grants.sort(Comparator.comparingLong(Grant::token));
        assertThat(grants).extracting(Grant::request).isEqualTo(expected(queue));
        assertThat(grants).extracting(Grant::token).doesNotHaveDuplicates();
    }

    private static List<String> expected(List<Waiter> queue) {
        return queue.stream()
                .sorted(
                        Comparator.comparing(Waiter::priority)
                                .reversed()
                                .thenComparing(Waiter::ticket))
                .map(waiter -> waiter.claim().request().text())
                .toList();
    }

    /** A process with ten threads that each want the lock once. */
    static final class Comer {
        private Comer() {}

        public static void main(String[] args) throws Exception {
            try (LockFile file = LockFile.open(Path.of(args[0]), UNHURRIED)) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    String name = "process-" + args[1] + "-thread-" + i;
                    Priority priority = Priority.values()[i % Priority.values().length];
                    threads.add(Thread.startVirtualThread(() -> come(file, name, priority)));
                }
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        }

        private static void come(LockFile file, String name, Priority priority) {
            try (HeldLock lock =
                    file.holdfast()
                            .lock("line")
                            .id(new RequestId(name))
                            .priority(priority)
                            .waitAtMost(LONG)
                            .takeOrThrow()) {
                System.out.println(name + " " + lock.token());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
