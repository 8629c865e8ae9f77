/**
 * Decides what becomes of a root: a function of its state, a request and a time.
 * Clocks, threads and stores live elsewhere.
 * Start at the rulebook class.
 */
@NullMarked
package holdfast.rulebook;

import org.jspecify.annotations.NullMarked;
