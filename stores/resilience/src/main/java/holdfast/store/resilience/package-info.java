/**
 * Puts guards around a store that is reached over a network. Each guard is in the package named for its concern; here they are
 * put together. Start at {@code Resilient}; the reasons are in the decision record on resilience.
 */
@NullMarked
package holdfast.store.resilience;

import org.jspecify.annotations.NullMarked;
