/**
 * How long to wait for a store, learnt from how long it takes. Who goes on when that time is over is not decided here.
 * Start at {@code AdaptiveTimeout}.
 */
@NullMarked
package holdfast.store.resilience.adaptive;

import org.jspecify.annotations.NullMarked;
