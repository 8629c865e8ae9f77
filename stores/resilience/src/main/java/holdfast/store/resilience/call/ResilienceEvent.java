package holdfast.store.resilience.call;

import holdfast.model.OwnerId;
import java.time.Duration;

/** Something that a guard saw or did; for metrics and for people. */
public sealed interface ResilienceEvent {
    /** The store answered. */
    record Answered(String call, Duration took) implements ResilienceEvent {}

    /** The store was asked and could not do its work, or did not answer in time. */
    record Failed(String call, Duration took, String failure) implements ResilienceEvent {}

    /** A caller went on without its answer; it was also told as {@code Failed}. */
    record TimedOut(String call, Duration after) implements ResilienceEvent {}

    /**
     * A call failed in a way that is safe to repeat, and is repeated.
     *
     * @param attempt which attempt failed, from 1
     */
    record Retried(String call, int attempt, Duration pause, String failure)
            implements ResilienceEvent {}

    /** The store was not asked, since the circuit breaker is not closed. */
    record Refused(String call) implements ResilienceEvent {}

    /** An owner asks for locks faster than it may. */
    record Limited(OwnerId owner) implements ResilienceEvent {}

    /** The circuit breaker changed its state. */
    record BreakerMoved(BreakerState from, BreakerState to) implements ResilienceEvent {}

    /** What a circuit breaker does with newcomers and listings. */
    enum BreakerState {
        /** Lets everything through and counts failures. */
        CLOSED,
        /** Too much failed: refuses them for a while. */
        OPEN,
        /** Lets a few through and decides by them. */
        HALF_OPEN
    }
}
