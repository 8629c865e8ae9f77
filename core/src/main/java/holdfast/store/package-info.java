/**
 * What the engine needs of a store, as data and one small interface. A store compares and applies; it knows no lock rule.
 * Start at {@code LockStore}; the Javadoc is the contract, and {@code stores/testkit} has a test for each sentence.
 */
@NullMarked
package holdfast.store;

import org.jspecify.annotations.NullMarked;
