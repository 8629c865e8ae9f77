package holdfast.store;

/** What became of a commit. Being refused is an answer, not an error. */
public sealed interface CommitResult {
    /** All changes were made and, where the store keeps anything, are on disk. */
    record Committed(Stamp stamp) implements CommitResult {}

    /** A condition did not hold; nothing changed. The view is what the next decision needs. */
    record Refused(RootView view) implements CommitResult {}
}
