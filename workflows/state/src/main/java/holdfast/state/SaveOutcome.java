package holdfast.state;

import org.jspecify.annotations.Nullable;

/** Everything a save can answer. Nothing was changed unless it is {@code Saved}. */
public sealed interface SaveOutcome {
    record Saved(StateVersion version) implements SaveOutcome {}

    /** What was to be saved is there already, perhaps by this very save, whose answer was lost. */
    record Unchanged(StateVersion version) implements SaveOutcome {}

    /**
     * Someone with a larger token may write here: this lock is lost.
     *
     * @param orphan where the body was kept, if that was asked for
     */
    record Fenced(StateStamp by, @Nullable String orphan) implements SaveOutcome {}

    /** The state is no longer the one that was loaded. The version is null if there is none now. */
    record Changed(@Nullable StateVersion now, @Nullable String orphan) implements SaveOutcome {}
}
