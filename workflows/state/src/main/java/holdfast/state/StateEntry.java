package holdfast.state;

import org.jspecify.annotations.Nullable;

/**
 * A state as it stands in a list.
 *
 * @param current null if the state was removed, or nothing was saved yet, or it is not known
 * @param damage why it is not known, and what to do; null if nothing is damaged
 */
public record StateEntry(StateName name, @Nullable StateVersion current, @Nullable String damage) {}
