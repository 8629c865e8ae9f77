package holdfast.store;

import org.jspecify.annotations.Nullable;

/** What became of a commit. Being refused is an answer, not an error. */
public sealed interface CommitResult {
    /**
     * All changes were made and, where the store keeps anything, are on disk.
     *
     * @param after how the root looks now, if the commit's interest asked for it and the store could tell without another request
     */
    record Committed(Stamp stamp, @Nullable RootView after) implements CommitResult {
        public Committed(Stamp stamp) {
            this(stamp, null);
        }
    }

    /** A condition did not hold; nothing changed. The view is what the next decision needs. */
    record Refused(RootView view) implements CommitResult {}
}
