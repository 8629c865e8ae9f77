package holdfast.store.resilience.call;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One call of a store.
 *
 * @param name the method of the store, for people and for statistics
 * @param deadline when the caller must have its answer, on the host's clock
 * @param body asks the store
 * @param tooLate gets an answer for which nobody waits any more
 */
public record Call<A>(
        String name,
        Purpose purpose,
        Effect effect,
        long deadline,
        Supplier<A> body,
        Consumer<A> tooLate) {
    /** A call whose late answer can be thrown away. It needs a deadline before it is made. */
    public static <A> Call<A> of(Purpose purpose, Effect effect, String name, Supplier<A> body) {
        return new Call<>(name, purpose, effect, Long.MAX_VALUE, body, answer -> {});
    }

    public Call<A> until(long other) {
        return new Call<>(name, purpose, effect, other, body, tooLate);
    }

    public Call<A> whenTooLate(Consumer<A> other) {
        return new Call<>(name, purpose, effect, deadline, body, other);
    }

    /** How much time is left; zero or less when there is none. */
    public Duration left(CallHost host) {
        return Duration.ofNanos(deadline - host.nanos());
    }
}
