package holdfast.store.resilience.call;

import java.time.Duration;

/** How long a caller waits for the answer to a call, all attempts and pauses included. */
public record Patience(CallHost host, Duration longest) {
    /** A shorter time would be over before a thread gets its turn. */
    private static final Duration SHORTEST = Duration.ofMillis(50);

    <A> Call<A> usual(Call<A> call) {
        return call.until(host.nanos() + longest.toNanos());
    }

    <A> Call<A> atMost(Duration time, Call<A> call) {
        Duration bounded = time.compareTo(longest) < 0 ? time : longest;
        Duration enough = bounded.compareTo(SHORTEST) < 0 ? SHORTEST : bounded;
        return call.until(host.nanos() + enough.toNanos());
    }
}
