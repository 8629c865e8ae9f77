/**
 * The JSON form of holds, waiters, fates, freezes and audit entries, the same in every store that keeps them as text.
 * What a store searches for or changes by itself (tokens, turns, ends of leases) is no part of the JSON: it stands beside it.
 * A field that is missing, double or of the wrong kind is {@code StoreException.Corrupted}; one that this version does not know
 * is {@code StoreException.Incompatible}, since to drop it on the next write would lose what a newer version relies on.
 * Start at {@code HoldJson} and {@code WaiterJson}.
 */
@NullMarked
package holdfast.store.records;

import org.jspecify.annotations.NullMarked;
