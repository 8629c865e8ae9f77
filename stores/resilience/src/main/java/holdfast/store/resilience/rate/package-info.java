/**
 * Keeps one owner from taking the store away from the others by asking too often. Only new requests count.
 * Start at {@code OwnerRate}.
 */
@NullMarked
package holdfast.store.resilience.rate;

import org.jspecify.annotations.NullMarked;
