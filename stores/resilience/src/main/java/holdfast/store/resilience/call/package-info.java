/**
 * What all guards share: a call of a store as a value, and what it is for. What a guard does is in the packages beside this one.
 * Start at {@code Guard}.
 */
@NullMarked
package holdfast.store.resilience.call;

import org.jspecify.annotations.NullMarked;
