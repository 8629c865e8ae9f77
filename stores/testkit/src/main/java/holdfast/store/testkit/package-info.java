/**
 * What every store must do, as tests: one for each sentence of the interfaces in {@code holdfast.store}. No store is in here,
 * and no lock rule. Start at {@code LockStoreContract} and {@code DocumentStoreContract}: a store's own test extends them and
 * gives a fixture. {@code Drafts} makes the values that tests of locks need. {@code RedisProcess} and {@code FaultyProxy} are for tests of
 * whatever speaks to a server.
 */
@NullMarked
package holdfast.store.testkit;

import org.jspecify.annotations.NullMarked;
