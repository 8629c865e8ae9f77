package holdfast.store.resilience.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.Calls;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.ResilienceEvent.BreakerMoved;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import holdfast.store.resilience.call.ResilienceEvent.Refused;
import java.time.Duration;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A store that is out is spared newcomers and listings, and nothing else, until it is back. */
final class BreakerTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(5);
    private static final Duration WINDOW = Duration.ofSeconds(20);
    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private final Calls calls = new Calls();
    private final Breaker breaker =
            new Breaker(
                    Guard.none(),
                    calls.host,
                    calls.listeners,
                    new BreakerSettings(WINDOW, 4, 50, OPEN_FOR, 2));

    private void failing(int times, Supplier<Call<String>> call) {
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(() -> breaker.run(call.get())).isInstanceOf(RuntimeException.class);
        }
    }

    private void open() {
        calls.away();
        failing(4, calls::look);
    }

    private void announce() {
        breaker.announce(Calls.owner("alice"));
    }

    private static void isRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("circuit breaker")
                .hasCauseInstanceOf(NotAsked.class);
    }

    @Test
    void itStaysClosedAsLongAsFewCallsFail() {
        for (int i = 0; i < 10; i++) {
            breaker.run(calls.look());
        }
        calls.away();
        failing(4, calls::write);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void itOpensWhenHalfOfTheCallsFail() {
        breaker.run(calls.look());
        breaker.run(calls.look());
        calls.answerLost();
        failing(2, calls::write);
        assertThat(breaker.state()).isEqualTo(BreakerState.OPEN);
        assertThat(calls.heard)
                .containsExactly(new BreakerMoved(BreakerState.CLOSED, BreakerState.OPEN));
    }

    @Test
    void failuresOfLongAgoDoNotOpenIt() {
        calls.away();
        failing(3, calls::look);
        calls.host.advance(WINDOW);
        calls.healthy();
        breaker.run(calls.look());
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void whileOpenItRefusesNewcomersAndListingsWithoutAskingTheStore() {
        open();
        int asked = calls.made();
        isRefused(this::announce);
        isRefused(() -> breaker.run(calls.listing()));
        assertThat(calls.made()).isEqualTo(asked);
        assertThat(calls.heard).filteredOn(Refused.class::isInstance).hasSize(2);
    }

    @Test
    void whileOpenItLetsRenewalsReleasesAndTheirLooksThrough() {
        open();
        calls.healthy();
        assertThat(breaker.run(calls.renewal())).isEqualTo("answer");
        assertThat(breaker.run(calls.write())).isEqualTo("answer");
        assertThat(breaker.run(calls.look())).isEqualTo("answer");
        assertThat(breaker.isOpen()).isTrue();
    }

    @Test
    void afterItsTimeAFewCallsDecideThatItCloses() {
        open();
        calls.healthy();
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        breaker.run(calls.listing());
        assertThat(breaker.state()).isEqualTo(BreakerState.HALF_OPEN);
        breaker.run(calls.renewal());
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
        assertThatNoException().isThrownBy(this::announce);
    }

    @Test
    void itOpensAgainIfTheTrialsFail() {
        open();
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        failing(2, calls::look);
        assertThat(breaker.isOpen()).isTrue();
        isRefused(this::announce);
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        assertThatNoException().isThrownBy(this::announce);
    }

    @Test
    void whileHalfOpenOnlyAFewAreTriedAtATimeButRenewalsAlwaysPass() {
        open();
        calls.healthy();
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        Call<String> nested =
                Call.of(
                        calls.look().purpose(),
                        calls.look().effect(),
                        "outer",
                        () -> breaker.run(inner()));
        assertThat(breaker.run(nested)).isEqualTo("answer");
    }

    /** While two trials are under way. */
    private Call<String> inner() {
        return Call.of(
                calls.look().purpose(),
                calls.look().effect(),
                "inner",
                () -> {
                    isRefused(this::announce);
                    isRefused(() -> breaker.run(calls.listing()));
                    return breaker.run(calls.renewal());
                });
    }

    @Test
    void newcomersWhoAskNothingDoNotKeepItHalfOpen() {
        open();
        calls.healthy();
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        for (int i = 0; i < 100; i++) {
            announce();
        }
        breaker.run(calls.look());
        breaker.run(calls.look());
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void brokenDataAndMistakesOfTheCallerDoNotOpenItNorKeepItHalfOpen() {
        calls.failWith(() -> new StoreException.Corrupted("broken", null));
        failing(20, calls::look);
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
        open();
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        calls.failWith(() -> new InvalidRequestException("wrong"));
        failing(20, calls::look);
        calls.healthy();
        breaker.run(calls.look());
        breaker.run(calls.look());
        assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    }

    @Test
    void itExplainsItselfInEachState() {
        assertThat(breaker.report().toString()).contains("closed", "0 of 0", "50 %");
        open();
        assertThat(breaker.report().toString()).contains("open", "4 of 4", "5000 ms");
        calls.host.advance(OPEN_FOR.plus(A_MOMENT));
        announce();
        assertThat(breaker.report().toString()).contains("half-open");
    }
}
