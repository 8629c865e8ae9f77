/**
 * Whether what many clients were told, while faults went on, could have been told by one lock for each root that they used one after
 * the other. {@code ManyClients} makes a history on real engines, {@code LockHistory} keeps it, {@code Linearizability} searches for
 * an order in which {@code LockModel} would have given the same answers.
 *
 * <p>The calls of an engine are judged, and not those of a store: what clients hear is what counts, and it passes through the engine,
 * the store, the connection and the server. The model is small, so that the search is fast, and yet strict, since answers carry
 * tokens and the store's times. It asks neither the rulebook nor the reference store, whose mistakes it would share.
 */
@NullMarked
package holdfast.store.testkit.history;

import org.jspecify.annotations.NullMarked;
