/**
 * Spares a store that is out the newcomers. The state machine is that of resilience4j; what it may refuse is decided here.
 * Start at {@code Breaker}.
 */
@NullMarked
package holdfast.store.resilience.breaker;

import org.jspecify.annotations.NullMarked;
