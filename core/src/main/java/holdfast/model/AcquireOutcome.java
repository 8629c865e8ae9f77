package holdfast.model;

/** Everything an acquire can answer. Being refused is an answer, not an error. */
public sealed interface AcquireOutcome {
    /** The claim is one of the hold's. */
    record Granted(Hold hold, Claim claim) implements AcquireOutcome {}

    /** The request is in line; someone must touch its place until it is granted. */
    record Queued(Waiter waiter) implements AcquireOutcome {}

    record Refused(Refusal refusal) implements AcquireOutcome {}
}
