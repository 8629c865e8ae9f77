package holdfast.redlock;

/**
 * How a lease stands.
 *
 * <pre>
 * Held --its time is over, or a majority does not know it--> Lost
 * Held, Lost --release--> Released
 * </pre>
 *
 * <p>What is lost is never held again.
 */
public sealed interface LeaseState {
    record Held() implements LeaseState {}

    /** @param detail for people: which server said what */
    record Lost(Cause cause, String detail) implements LeaseState {}

    record Released() implements LeaseState {}

    /** Why a lease was lost. */
    enum Cause {
        /** It was not extended in time. */
        RAN_OUT,
        /** So many servers lost it that it has no majority any more. */
        NOT_ON_A_MAJORITY
    }
}
