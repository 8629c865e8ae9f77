/**
 * A store in one SQLite file, shared by all processes of one machine.
 * No lock logic is in here: conditions are compared, changes applied, and everything that arrived meanwhile reaches the disk
 * together ({@code GroupCommit}). The statements are files beside the classes, named in {@code Sql}; the tables are in
 * {@code schema.sql}.
 * Start at {@code SqliteLockStore}.
 */
@NullMarked
package holdfast.store.sqlite;

import org.jspecify.annotations.NullMarked;
