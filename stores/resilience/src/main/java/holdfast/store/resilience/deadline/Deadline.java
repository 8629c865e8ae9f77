package holdfast.store.resilience.deadline;

import holdfast.model.Owner;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.Purpose;
import holdfast.store.resilience.call.ResilienceEvent;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes each call on a thread of its own, so that its caller can go on at its deadline. A call that is left behind is interrupted;
 * those that do not end even then are counted, and when there are too many nothing new is asked until some have ended.
 */
public final class Deadline implements Guard {
    /** So many calls may hang without end before nothing is asked any more. */
    static final int HANGING_MAX = 256;

    /** Listings stop earlier, so that they never take the last threads from what keeps locks. */
    static final int HANGING_MAX_FOR_LISTINGS = 64;

    private final Guard inner;
    private final CallHost host;
    private final Listeners listeners;
    private final AtomicInteger hanging = new AtomicInteger();

    public Deadline(Guard inner, CallHost host, Listeners listeners) {
        this.inner = inner;
        this.host = host;
        this.listeners = listeners;
    }

    /** How many calls were left behind and have not ended yet. */
    public int hanging() {
        return hanging.get();
    }

    @Override
    public void announce(Owner newcomer) {
        inner.announce(newcomer);
    }

    @Override
    public <A> A run(Call<A> call) {
        Duration left = call.left(host);
        if (!left.isPositive()) {
            throw NotAsked.because("no time was left to ask the store (" + call.name() + ")");
        }
        checkHanging(call.purpose());
        var attempt = new Attempt<>(call, inner, host.newSignal(), hanging);
        if (call.purpose() == Purpose.RENEWAL) {
            host.startVital(attempt);
        } else {
            host.start(attempt);
        }
        awaitUninterruptibly(attempt, call);
        if (attempt.abandon()) {
            listeners.tell(new ResilienceEvent.TimedOut(call.name(), left));
            throw call.effect()
                    .unanswered(
                            "the store did not answer within "
                                    + left.toMillis()
                                    + " ms ("
                                    + call.name()
                                    + ")",
                            null);
        }
        return attempt.answer();
    }

    private void checkHanging(Purpose purpose) {
        int max = purpose == Purpose.LISTING ? HANGING_MAX_FOR_LISTINGS : HANGING_MAX;
        int now = hanging.get();
        if (now >= max) {
            throw NotAsked.because(
                    now + " earlier calls of the store were left behind and have not ended yet");
        }
    }

    /** Not ended by an interrupt, since the call may be writing; it stays set. The deadline ends it. */
    private <A> void awaitUninterruptibly(Attempt<A> attempt, Call<A> call) {
        boolean interrupted = false;
        Duration left = call.left(host);
        while (left.isPositive() && !attempt.isDone()) {
            try {
                attempt.await(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = call.left(host);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
