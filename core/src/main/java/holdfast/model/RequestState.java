package holdfast.model;

/** What became of a request, for a caller that left it and comes back to ask. */
public sealed interface RequestState {
    /** It is in line; its place is kept for as long as the ticket's lease runs. */
    record Waiting(Waiter place) implements RequestState {}

    /**
     * It was granted from the queue, and falls to the next unless the caller confirms it before the hold's end.
     *
     * @param now the store's time of this answer
     */
    record Offered(Hold hold, StoreTime now) implements RequestState {}

    /**
     * It is a claim of a live hold.
     *
     * @param now the store's time of this answer
     */
    record Held(Hold hold, StoreTime now) implements RequestState {}

    /** It is over, and this was or is its answer. */
    record Over(Refusal refusal) implements RequestState {}

    /** Nothing is known of it: it never came, or its caller was away for so long that its place is lost. It may ask anew. */
    record Unknown() implements RequestState {}
}
