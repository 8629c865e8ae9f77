/**
 * No caller waits for a store past its deadline, whatever the store does. How long that is, is decided outside.
 * Start at {@code Deadline}.
 */
@NullMarked
package holdfast.store.resilience.deadline;

import org.jspecify.annotations.NullMarked;
