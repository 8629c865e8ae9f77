package holdfast.store.testkit.history;

/**
 * A call, when it was made and when its answer came. Both are of one clock of the host that only grows.
 *
 * @param <C> a call together with its answer
 */
record Recorded<C>(C call, long from, long to) {
    private static final long NEVER = Long.MAX_VALUE;

    /** A call whose answer nobody got: it took effect at any time since, or not at all. */
    static <C> Recorded<C> unanswered(C call, long from) {
        return new Recorded<>(call, from, NEVER);
    }

    boolean isAnswered() {
        return to != NEVER;
    }
}
