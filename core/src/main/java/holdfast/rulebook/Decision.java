package holdfast.rulebook;

import holdfast.store.Commit;
import holdfast.store.Stamp;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done, and what is then to be said.
 *
 * @param commit what the store must take first; null if nothing changes
 * @param answer what the caller hears once it is taken
 * @param more whether the same root should be settled again afterwards, as not all grants fit into this commit
 */
public record Decision<A>(@Nullable Commit commit, Function<Stamp, A> answer, More more) {
    /** Whether a decision did all that was to be done. */
    public enum More {
        SETTLED,
        UNSETTLED
    }

    public Optional<Commit> toCommit() {
        return Optional.ofNullable(commit);
    }
}
