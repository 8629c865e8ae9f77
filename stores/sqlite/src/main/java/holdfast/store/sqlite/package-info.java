/**
 * A store in one SQLite file, shared by all processes of one machine.
 * No lock logic is in here.
 * Start at the store class.
 */
@NullMarked
package holdfast.store.sqlite;

import org.jspecify.annotations.NullMarked;
