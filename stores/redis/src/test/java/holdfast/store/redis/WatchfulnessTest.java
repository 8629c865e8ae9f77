package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Who waits for an answer stays awake only where that pays. Each look at the clock takes 10 microseconds here. */
final class WatchfulnessTest {
    private static final Duration SOON = Duration.ofNanos(50_000);
    private static final Duration LATE = Duration.ofMillis(5);

    private long now;
    private final Watchfulness watchfulness = new Watchfulness(() -> now += 10_000);

    /** An answer that comes when the clock says so. */
    private final class Coming extends CompletableFuture<String> {
        private final long at;

        Coming(Duration in) {
            at = now + in.toNanos();
        }

        @Override
        public boolean isDone() {
            return now >= at;
        }
    }

    /** @return for how long the caller stayed awake */
    private Duration waitFor(Duration in) {
        Future<String> answer = new Coming(in);
        long before = now;
        long began = watchfulness.begin(answer);
        Duration awake = Duration.ofNanos(now - before);
        now = Math.max(now, before + in.toNanos());
        watchfulness.end(began);
        return awake;
    }

    @Test
    void whereAnswersComeSoonTheNextOneIsAwaitedAwake() {
        waitFor(SOON);

        assertThat(waitFor(SOON)).isGreaterThanOrEqualTo(SOON);
    }

    @Test
    void nobodyStaysAwakeForLongerThanATenthOfAMillisecond() {
        waitFor(SOON);

        assertThat(waitFor(LATE)).isLessThan(Duration.ofNanos(150_000));
    }

    @Test
    void whereAnswersTakeLongTheNextOneIsSleptFor() {
        waitFor(SOON);
        waitFor(LATE);

        assertThat(waitFor(SOON)).isLessThan(SOON);
        assertThat(waitFor(SOON)).as("awake again").isGreaterThanOrEqualTo(SOON);
    }

    @Test
    void whileOthersWaitTooAllSleep() {
        waitFor(SOON);
        long other = watchfulness.begin(new Coming(LATE));
        long before = now;

        watchfulness.begin(new Coming(LATE));

        assertThat(Duration.ofNanos(now - before)).isLessThan(SOON);
        watchfulness.end(other);
    }
}
