package holdfast.store.resilience.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Owner;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.Calls;
import holdfast.store.resilience.call.Effect;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Purpose;
import holdfast.store.resilience.call.ResilienceEvent.Answered;
import holdfast.store.resilience.call.ResilienceEvent.Failed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A store gets as much time as it usually needs and a margin, between fixed bounds. */
final class AdaptiveTimeoutTest {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(4);

    private final Calls calls = new Calls();
    private final List<Duration> given = new ArrayList<>();
    private final AdaptiveTimeout timeouts =
            new AdaptiveTimeout(
                    strict(), calls.host, calls.listeners, new TimeoutBounds(SHORTEST, LONGEST));

    /** Notes how much time each call was given, and ends those that take longer. */
    private Guard strict() {
        return new Guard() {
            @Override
            public <A> A run(Call<A> call) {
                given.add(call.left(calls.host));
                A answer = call.body().get();
                if (call.left(calls.host).isNegative()) {
                    throw new StoreException.Unavailable("too late", null);
                }
                return answer;
            }

            @Override
            public void announce(Owner newcomer) {}
        };
    }

    private void answering(int times, Duration latency) {
        calls.takes(latency);
        for (int i = 0; i < times; i++) {
            timeouts.run(calls.look());
        }
    }

    private Duration timeout() {
        return Objects.requireNonNull(timeouts.timeouts().get("test"));
    }

    @Test
    void aStoreThatNobodyKnowsYetGetsTheLongest() {
        timeouts.run(calls.look());
        assertThat(given).containsExactly(LONGEST);
    }

    @Test
    void howeverFastAStoreIsItGetsTheShortest() {
        answering(50, Duration.ofMillis(1));
        assertThat(timeout()).isEqualTo(SHORTEST);
    }

    @Test
    void howeverSlowAStoreIsItGetsNoMoreThanTheLongest() {
        answering(50, Duration.ofSeconds(3).plusMillis(900));
        answering(1, Duration.ofMillis(1));
        assertThat(timeout()).isEqualTo(LONGEST);
    }

    @Test
    void aSteadyStoreGetsLittleMoreThanItNeeds() {
        answering(100, Duration.ofMillis(500));
        assertThat(timeout()).isBetween(Duration.ofMillis(500), Duration.ofMillis(520));
    }

    @Test
    void anUnsteadyStoreGetsMoreThanASteadyOne() {
        for (int i = 0; i < 50; i++) {
            answering(1, Duration.ofMillis(400));
            answering(1, Duration.ofMillis(600));
        }
        assertThat(timeout()).isBetween(Duration.ofMillis(800), Duration.ofMillis(1_200));
    }

    @Test
    void aStoreThatBecomesMuchSlowerThanItWasIsGivenTheTimeItNeedsNow() {
        answering(100, Duration.ofMillis(1));
        calls.takes(Duration.ofMillis(700));
        int failures = 0;
        for (int i = 0; i < 50; i++) {
            try {
                timeouts.run(calls.look());
            } catch (StoreException.Unavailable e) {
                failures++;
            }
        }
        assertThat(failures).isBetween(1, 30);
        assertThat(timeout()).isGreaterThan(Duration.ofMillis(700));
    }

    @Test
    void theFewerCallsSucceedTheMoreTimeTheyGet() {
        answering(100, Duration.ofMillis(1));
        calls.away();
        for (int i = 0; i < 6; i++) {
            assertThatThrownBy(() -> timeouts.run(calls.look()))
                    .isInstanceOf(StoreException.Unavailable.class);
        }
        assertThat(timeout()).isBetween(SHORTEST.multipliedBy(2), SHORTEST.multipliedBy(3));
        calls.healthy();
        answering(50, Duration.ofMillis(1));
        assertThat(timeout()).isLessThan(SHORTEST.plusMillis(5));
    }

    @Test
    void aCallersOwnDeadlineIsNeverMovedBack() {
        timeouts.run(calls.within(Duration.ofMillis(30), calls.look()));
        assertThat(given).containsExactly(Duration.ofMillis(30));
    }

    @Test
    void eachKindOfCallHasATimeoutOfItsOwn() {
        answering(50, Duration.ofMillis(1));
        calls.takes(Duration.ofSeconds(2));
        timeouts.run(
                calls.within(
                        Duration.ofHours(1),
                        Call.of(
                                Purpose.LISTING,
                                Effect.READS,
                                "holds",
                                () -> calls.look().body().get())));
        assertThat(timeouts.timeouts())
                .containsEntry("test", SHORTEST)
                .containsEntry("holds", LONGEST);
    }

    @Test
    void everyCallIsToldWithItsLatency() {
        answering(1, Duration.ofMillis(7));
        calls.answerLost();
        assertThatThrownBy(() -> timeouts.run(calls.write()))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(calls.heard)
                .containsExactly(
                        new Answered("test", Duration.ofMillis(7)),
                        new Failed("test", Duration.ofMillis(7), "the answer was lost"));
    }
}
