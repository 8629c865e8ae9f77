/**
 * Asks again what may safely be asked again. When that is safe, the type of the exception says.
 * Start at {@code Retry}.
 */
@NullMarked
package holdfast.store.resilience.retry;

import org.jspecify.annotations.NullMarked;
