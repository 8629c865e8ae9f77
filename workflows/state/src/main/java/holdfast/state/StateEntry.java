package holdfast.state;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A state as it stands in a list.
 *
 * @param current null if the state was removed, or nothing was saved yet, or it is not known
 * @param removed when it was removed; null if it was not
 * @param damage why it is not known, and what to do; null if nothing is damaged
 */
public record StateEntry(
        StateName name,
        @Nullable StateVersion current,
        @Nullable Instant removed,
        @Nullable String damage) {
    static StateEntry of(StateName name, Pointer pointer) {
        return new StateEntry(
                name,
                pointer.current(),
                pointer.current() == null ? pointer.removed() : null,
                null);
    }
}
