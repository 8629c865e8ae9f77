package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TurnsTest {
    @Test
    void whoeverComesNextWaitsUntilAnotherIsThrough() throws Exception {
        var turns = new Turns("at it", 1, Duration.ofSeconds(30));
        Slots.Taken first = turns.take("alice");
        var second = new FutureTask<>(() -> turns.take("bob"));
        Thread waiting = Thread.ofVirtual().start(second);
        Conditions.await(() -> waiting.getState() == Thread.State.TIMED_WAITING);

        first.close();

        second.get().close();
        assertThat(second).isDone();
    }

    @Test
    void whoWaitedInVainIsToldToComeLater() throws Exception {
        var turns = new Turns("at it", 1, Duration.ofMillis(10));
        turns.take("alice");

        assertThatThrownBy(() -> turns.take("bob"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(429))
                .hasMessageContaining("others are at it");
    }

    @Test
    void oneCallerLeavesTurnsForOthers() throws Exception {
        var turns = new Turns("at it", 4, Duration.ofMillis(10));
        Slots.Taken first = turns.take("alice");
        turns.take("alice");

        assertThatThrownBy(() -> turns.take("alice"))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("others of yours are at it");

        turns.take("bob");
        turns.take("bob");
        first.close();
        turns.take("alice");
    }
}
