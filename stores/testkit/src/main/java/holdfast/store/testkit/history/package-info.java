/**
 * Whether what many clients were told, while faults went on, could have been told by one lock that they used one after the other.
 * {@code ManyClients} makes a history on real engines, {@code LockHistory} keeps it, {@code Linearizability} searches for an order
 * in which {@code LockModel} would have given the same answers. The model asks neither the rulebook nor a store.
 */
@NullMarked
package holdfast.store.testkit.history;

import org.jspecify.annotations.NullMarked;
