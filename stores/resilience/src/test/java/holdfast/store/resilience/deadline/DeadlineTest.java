package holdfast.store.resilience.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.Calls;
import holdfast.store.resilience.call.Effect;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.Purpose;
import holdfast.store.resilience.call.ResilienceEvent.TimedOut;
import holdfast.store.resilience.call.RunningOutHost;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a store does, its caller goes on at its deadline, and few threads are left behind. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class DeadlineTest {
    private static final Duration TWO_SECONDS = Duration.ofSeconds(2);

    private final Calls calls = new Calls();
    private final Deadline deadline = new Deadline(Guard.none(), calls.host, calls.listeners);

    private void unanswered(Supplier<Call<String>> call, Class<? extends StoreException> with) {
        assertThatThrownBy(() -> deadline.run(calls.within(TWO_SECONDS, call.get())))
                .isInstanceOf(with)
                .hasMessageContaining("did not answer within 2000 ms");
    }

    private void isNotAsked(Call<String> call) {
        assertThatThrownBy(() -> deadline.run(call))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasCauseInstanceOf(NotAsked.class);
    }

    @Test
    void aReadThatGetsNoAnswerIsUnavailableAtItsDeadline() {
        calls.host.keepCalls();
        unanswered(calls::look, StoreException.Unavailable.class);
        assertThat(calls.host.passed()).isEqualTo(TWO_SECONDS);
        assertThat(calls.heard).containsExactly(new TimedOut("test", TWO_SECONDS));
    }

    @Test
    void aWriteThatGetsNoAnswerHasAnUnknownOutcome() {
        calls.host.keepCalls();
        unanswered(calls::write, StoreException.OutcomeUnknown.class);
        unanswered(calls::renewal, StoreException.OutcomeUnknown.class);
    }

    @Test
    void aCallWithoutTimeIsNotMade() {
        isNotAsked(calls.within(Duration.ZERO, calls.write()));
        assertThat(calls.made()).isZero();
    }

    @Test
    void anAnswerInTimeIsGiven() {
        calls.takes(TWO_SECONDS.minusNanos(1));
        assertThat(deadline.run(calls.within(TWO_SECONDS, calls.look()))).isEqualTo("answer");
    }

    @Test
    void whatTheStoreThrowsReachesTheCallerAsItIs() {
        var broken = new StoreException.Corrupted("broken", null);
        calls.failWith(() -> broken);
        assertThatThrownBy(() -> deadline.run(calls.look())).isSameAs(broken);
    }

    @Test
    void aWriteWhoseCallerLeftBeforeItBeganIsNotMadeLater() {
        calls.host.keepCalls();
        unanswered(calls::write, StoreException.OutcomeUnknown.class);
        calls.host.runKeptCalls();
        assertThat(calls.made()).isZero();
    }

    @Test
    void callsThatNeverEndAreBoundedAndForgottenWhenTheyEnd() {
        calls.host.keepCalls();
        for (int i = 0; i < Deadline.HANGING_MAX; i++) {
            unanswered(calls::write, StoreException.OutcomeUnknown.class);
        }
        isNotAsked(calls.renewal());
        assertThat(deadline.hanging()).isEqualTo(Deadline.HANGING_MAX);
        calls.host.runKeptCalls();
        assertThat(deadline.hanging()).isZero();
        assertThat(deadline.run(calls.renewal())).isEqualTo("answer");
    }

    @Test
    void listingsThatHangNeverTakeTheLastThreadsFromRenewals() {
        calls.host.keepCalls();
        for (int i = 0; i < Deadline.HANGING_MAX_FOR_LISTINGS; i++) {
            unanswered(calls::listing, StoreException.Unavailable.class);
        }
        isNotAsked(calls.listing());
        unanswered(calls::renewal, StoreException.OutcomeUnknown.class);
    }

    @Test
    void aRenewalDoesNotWaitForItsTurnAmongCheapThreads() {
        deadline.run(calls.look());
        assertThat(calls.host.vitalStarts()).isZero();
        deadline.run(calls.renewal());
        assertThat(calls.host.vitalStarts()).isEqualTo(1);
    }

    @Test
    void anInterruptDoesNotEndACallAndStaysSet() {
        calls.host.keepCalls();
        Thread.currentThread().interrupt();
        unanswered(calls::write, StoreException.OutcomeUnknown.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(calls.host.passed()).isEqualTo(TWO_SECONDS);
    }

    @Test
    void aCallThatIsLeftBehindIsInterruptedAndItsLateAnswerUndone() throws Exception {
        var time = new RunningOutHost();
        var patient = new Deadline(Guard.none(), time, new Listeners());
        var interrupted = new CompletableFuture<Boolean>();
        var undone = new CompletableFuture<String>();
        Call<String> hanging =
                Call.of(
                        Purpose.LOOK,
                        Effect.READS,
                        "listen",
                        () -> {
                            time.asked();
                            interrupted.complete(isInterruptedWhileItWaits());
                            return "late";
                        });
        assertThatThrownBy(() ->
                        patient.run(hanging.whenTooLate(undone::complete).until(time.nanos() + 1)))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(interrupted.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(undone.get(30, TimeUnit.SECONDS)).isEqualTo("late");
        assertThat(patient.hanging()).isZero();
    }

    private static boolean isInterruptedWhileItWaits() {
        try {
            return new CountDownLatch(1).await(50, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }
}
