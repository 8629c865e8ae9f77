package holdfast.model;

/** Everything a cancel can answer: it and the grant have one common order. */
public sealed interface CancelOutcome {
    /** The request does not wait and will never be granted. */
    record Cancelled() implements CancelOutcome {}

    /** The grant was first. Who cancels must release it. */
    record AlreadyGranted(Hold hold) implements CancelOutcome {}

    /** The request had come to an end before. */
    record AlreadyEnded(Ending ending) implements CancelOutcome {}

    /** Nothing is known of such a request. */
    record NotFound() implements CancelOutcome {}
}
