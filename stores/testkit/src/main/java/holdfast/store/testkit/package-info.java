/**
 * The contract of a store as test suites: a new store extends them with a fixture.
 * No store is in here.
 * Start at the contract.
 */
@NullMarked
package holdfast.store.testkit;

import org.jspecify.annotations.NullMarked;
