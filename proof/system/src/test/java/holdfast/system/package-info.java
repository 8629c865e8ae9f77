/**
 * Real processes on one SQLite file, killed at bad moments.
 * What a simulation can show is not repeated here.
 * Start at the tests.
 */
@NullMarked
package holdfast.system;

import org.jspecify.annotations.NullMarked;
