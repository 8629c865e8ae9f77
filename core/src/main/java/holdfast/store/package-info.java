/**
 * What a store promises: conditions checked and small changes applied in one step.
 * No lock logic is in here, and no concrete store.
 * Start at the store interface.
 */
@NullMarked
package holdfast.store;

import org.jspecify.annotations.NullMarked;
