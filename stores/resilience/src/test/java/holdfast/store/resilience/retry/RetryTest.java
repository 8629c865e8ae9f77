package holdfast.store.resilience.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.Calls;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.ResilienceEvent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is safe to ask again is asked again, a few times, after pauses that grow, and within the caller's time. */
final class RetryTest {
    private final Calls calls = new Calls();
    private boolean hopeless;
    private final Retry retry = retry(RetrySettings.DEFAULT);

    private Retry retry(RetrySettings settings) {
        return new Retry(Guard.none(), calls.host, calls.listeners, settings, () -> hopeless);
    }

    private void fails(Call<String> call, Class<? extends RuntimeException> with) {
        assertThatThrownBy(() -> retry.run(call)).isInstanceOf(with);
    }

    @Test
    void whatWasNotWrittenIsAskedThreeTimes() {
        calls.away();
        fails(calls.write(), StoreException.Unavailable.class);
        assertThat(calls.made()).isEqualTo(3);
        assertThat(calls.heard).hasSize(2).allMatch(ResilienceEvent.Retried.class::isInstance);
    }

    @Test
    void aLaterAttemptThatSucceedsAnswers() {
        calls.failWith(() -> {
            calls.healthy();
            return new StoreException.Unavailable("once", null);
        });
        assertThat(retry.run(calls.look())).isEqualTo("answer");
        assertThat(calls.made()).isEqualTo(2);
    }

    @Test
    void aWriteWhoseAnswerWasLostIsNeverMadeAgain() {
        calls.answerLost();
        fails(calls.write(), StoreException.OutcomeUnknown.class);
        fails(calls.renewal(), StoreException.OutcomeUnknown.class);
        assertThat(calls.made()).isEqualTo(2);
    }

    @Test
    void brokenDataAndMistakesOfTheCallerAreNotAskedAgain() {
        calls.failWith(() -> new StoreException.Corrupted("broken", null));
        fails(calls.look(), StoreException.Corrupted.class);
        calls.failWith(() -> new StoreException.Incompatible("newer"));
        fails(calls.look(), StoreException.Incompatible.class);
        calls.failWith(() -> new InvalidRequestException("wrong"));
        fails(calls.look(), InvalidRequestException.class);
        assertThat(calls.made()).isEqualTo(3);
    }

    @Test
    void pausesLieAnywhereUpToTheDoubledBase() {
        calls.away();
        calls.host.chanceIs(0);
        fails(calls.look(), StoreException.Unavailable.class);
        calls.host.chanceIs(0.5);
        fails(calls.look(), StoreException.Unavailable.class);
        assertThat(calls.host.rests())
                .containsExactly(
                        Duration.ZERO,
                        Duration.ZERO,
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1));
    }

    @Test
    void noPauseIsLongerThanTheCap() {
        var backoff = new Backoff(100, Duration.ofSeconds(1), Duration.ofSeconds(30));
        assertThat(backoff.pauseAfter(5, 0.5)).isEqualTo(Duration.ofSeconds(8));
        assertThat(backoff.pauseAfter(6, 0.5)).isEqualTo(Duration.ofSeconds(15));
        assertThat(backoff.pauseAfter(99, 0.5)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void nobodyRestsPastItsDeadline() {
        calls.away();
        calls.host.chanceIs(0.9);
        Call<String> hasty = calls.within(Duration.ofSeconds(2), calls.look());
        fails(hasty, StoreException.Unavailable.class);
        assertThat(calls.host.rests()).containsExactly(Duration.ofMillis(900));
        assertThat(calls.made()).isEqualTo(2);
    }

    @Test
    void aRenewalNeverRestsForSeconds() {
        calls.away();
        calls.host.chanceIs(0.999);
        fails(calls.renewal(), StoreException.Unavailable.class);
        assertThat(calls.made()).isEqualTo(3);
        assertThat(calls.host.passed()).isLessThan(Duration.ofMillis(301));
    }

    @Test
    void whoIsInterruptedHearsOfTheFailureAndStaysInterrupted() {
        calls.away();
        Thread.currentThread().interrupt();
        fails(calls.look(), StoreException.Unavailable.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.made()).isEqualTo(1);
    }

    @Test
    void whatAGuardRefusedWithoutAskingTheStoreIsNotTriedAgain() {
        calls.failWith(() -> NotAsked.because("the circuit breaker is open"));
        fails(calls.look(), StoreException.Unavailable.class);
        assertThat(calls.made()).isEqualTo(1);
    }

    @Test
    void aStoreThatIsKnownToBeOutIsNotLookedAtAgain() {
        calls.away();
        hopeless = true;
        fails(calls.look(), StoreException.Unavailable.class);
        fails(calls.listing(), StoreException.Unavailable.class);
        assertThat(calls.made()).isEqualTo(2);
    }

    @Test
    void renewalsAndReleasesAreTriedAgainEvenIfTheStoreIsKnownToBeOut() {
        calls.away();
        hopeless = true;
        fails(calls.renewal(), StoreException.Unavailable.class);
        fails(calls.write(), StoreException.Unavailable.class);
        assertThat(calls.made()).isEqualTo(6);
    }
}
