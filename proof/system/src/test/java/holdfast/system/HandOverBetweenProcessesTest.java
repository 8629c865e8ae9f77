package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.model.Root;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes pass one lock to and fro. */
final class HandOverBetweenProcessesTest {
    private static final int TURNS_EACH = 75;
    private static final int ROUNDS_MAX = 3;
    private static final double GOAL_MILLIS = 20;

    /** Well below the pace at which a waiter looks by itself: whoever takes longer heard nothing. */
    private static final double HEARD_NOTHING_MILLIS = 7_000;

    @TempDir private Path folder;

    /** What a process says in place of a time when it let go although nobody waited. */
    private static final long TO_NOBODY = 0;

    /** One turn of a process, on the monotonic clock that all processes of the machine share. */
    private record Turn(long token, int process, long taken, long releasing) {}

    @Test
    void aWaiterInAnotherProcessLearnsOfAHandOverWithin20Milliseconds() throws Exception {
        Result best = null;
        for (int round = 1; round <= ROUNDS_MAX && !(best != null && best.isGood()); round++) {
            Result result = play(folder.resolve("locks-" + round + ".db"));
            System.out.printf(
                    "hand-over between processes, round %d: %d hand-overs, p50 %.2f ms, p99 %.2f ms, max %.2f ms%n",
                    round,
                    result.millis.size(),
                    result.percentile(50),
                    result.percentile(99),
                    result.percentile(100));
            best = best == null || result.percentile(50) < best.percentile(50) ? result : best;
        }
        assertThat(best).isNotNull();
        assertThat(best.millis).hasSizeGreaterThanOrEqualTo(100);
        // Other work on the machine can only make it slower: the best of the rounds says what the
        // product does.
        assertThat(best.percentile(50)).isLessThan(GOAL_MILLIS);
        assertThat(best.percentile(100)).isLessThan(HEARD_NOTHING_MILLIS);
    }

    /** @param millis from just before a release to the moment the next holder is told, shortest first */
    private record Result(List<Double> millis) {
        double percentile(int percent) {
            return millis.get(Math.max(0, (millis.size() * percent + 99) / 100 - 1));
        }

        boolean isGood() {
            return percentile(50) < GOAL_MILLIS && percentile(100) < HEARD_NOTHING_MILLIS;
        }
    }

    private static Result play(Path file) throws Exception {
        List<Turn> turns = new ArrayList<>();
        try (Child ping = Child.start(Player.class, file);
                Child pong = Child.start(Player.class, file)) {
            List<Child> players = List.of(ping, pong);
            for (Child player : players) {
                assertThat(player.hear().word(0)).isEqualTo("ready");
            }
            players.forEach(player -> player.tell("go"));
            for (Child player : players) {
                for (int i = 0; i < TURNS_EACH; i++) {
                    Child.Answer turn = player.hear();
                    turns.add(
                            new Turn(
                                    turn.number(0),
                                    players.indexOf(player),
                                    turn.number(1),
                                    turn.number(2)));
                }
                player.end();
            }
        }
        return new Result(handOvers(turns));
    }

    private static List<Double> handOvers(List<Turn> turns) {
        turns.sort(Comparator.comparingLong(Turn::token));
        List<Double> millis = new ArrayList<>();
        for (int i = 1; i < turns.size(); i++) {
            Turn before = turns.get(i - 1);
            Turn after = turns.get(i);
            assertThat(after.taken())
                    .as("the next is told after the release")
                    .isGreaterThan(before.releasing());
            if (before.process() != after.process() && before.releasing() != TO_NOBODY) {
                millis.add((after.taken() - before.releasing()) / 1e6);
            }
        }
        millis.sort(Comparator.naturalOrder());
        return millis;
    }

    /** One of the two. Lets go only when the other one waits, so that every release is a hand-over. */
    static final class Player {
        private Player() {}

        public static void main(String[] args) throws Exception {
            try (LockFile file = LockFile.open(Path.of(args[0]))) {
                System.out.println("ready");
                System.in.read();
                List<String> turns = new ArrayList<>();
                for (int i = 1; i < TURNS_EACH; i++) {
                    turns.add(turn(file));
                }
                turns.add(lastTurn(file));
                turns.forEach(System.out::println);
            }
        }

        private static String turn(LockFile file) throws Exception {
            try (HeldLock lock = take(file)) {
                long taken = System.nanoTime();
                var root = new Root("ball");
                Await.until(
                        "the other one waits",
                        () -> !file.holdfast().engine().queues().of(root).isEmpty());
                long releasing = System.nanoTime();
                lock.release();
                return lock.token() + " " + taken + " " + releasing;
            }
        }

        /** The other one may have had its last turn. */
        private static String lastTurn(LockFile file) throws Exception {
            try (HeldLock lock = take(file)) {
                return lock.token() + " " + System.nanoTime() + " " + TO_NOBODY;
            }
        }

        private static HeldLock take(LockFile file) throws Exception {
            return file.holdfast().lock("ball").waitAtMost(Duration.ofMinutes(5)).takeOrThrow();
        }
    }
}
