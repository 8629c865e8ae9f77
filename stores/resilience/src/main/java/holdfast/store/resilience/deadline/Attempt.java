package holdfast.store.resilience.deadline;

import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call on a thread of its own, which ends in one of two ways: it is done, or its caller has left. */
final class Attempt<A> implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

    private final Call<A> call;
    private final Guard inner;
    private final CallHost.Signal done;
    private final AtomicInteger hanging;
    private final AtomicReference<@Nullable Outcome<A>> outcome = new AtomicReference<>();
    private volatile @Nullable Thread worker;

    private sealed interface Outcome<A> {
        record Answered<A>(A answer) implements Outcome<A> {}

        record Failed<A>(Throwable failure) implements Outcome<A> {}

        record Abandoned<A>() implements Outcome<A> {}
    }

    Attempt(Call<A> call, Guard inner, CallHost.Signal done, AtomicInteger hanging) {
        this.call = call;
        this.inner = inner;
        this.done = done;
        this.hanging = hanging;
    }

    @Override
    public void run() {
        worker = Thread.currentThread();
        if (outcome.get() instanceof Outcome.Abandoned) {
            // Its caller left before the thread got its turn: the store is not asked in vain.
            hanging.decrementAndGet();
            return;
        }
        Outcome<A> mine;
        try {
            mine = new Outcome.Answered<>(inner.run(call));
        } catch (Throwable e) {
            mine = new Outcome.Failed<>(e);
        }
        if (outcome.compareAndSet(null, mine)) {
            done.raise();
        } else {
            hanging.decrementAndGet();
            tooLate(mine);
        }
    }

    private void tooLate(Outcome<A> mine) {
        try {
            if (mine instanceof Outcome.Answered<A> answered) {
                call.tooLate().accept(answered.answer());
            }
        } catch (RuntimeException e) {
            LOG.debug("the late answer to {} could not be undone", call.name(), e);
        }
    }

    boolean isDone() {
        return outcome.get() != null;
    }

    void await(Duration atMost) throws InterruptedException {
        done.await(atMost);
    }

    /** Leaves the call behind unless it is done. */
    boolean abandon() {
        if (isDone()) {
            return false;
        }
        // Before it can end and count down.
        hanging.incrementAndGet();
        if (!outcome.compareAndSet(null, new Outcome.Abandoned<>())) {
            hanging.decrementAndGet();
            return false;
        }
        Thread left = worker;
        if (left != null) {
            left.interrupt();
        }
        return true;
    }

    A answer() {
        return switch (outcome.get()) {
            case Outcome.Answered<A> answered -> answered.answer();
            case Outcome.Failed<A> failed -> throw rethrown(failed.failure());
            case Outcome.Abandoned<A> abandoned ->
                    throw new IllegalStateException(call.name() + " was left behind");
            case null -> throw new IllegalStateException(call.name() + " is not done");
        };
    }

    private static RuntimeException rethrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked
                ? unchecked
                : new IllegalStateException(failure);
    }
}
