/**
 * Reads a root, asks the rulebook, commits, and wakes who waits.
 * The rules themselves are in the rulebook.
 * Start at the engine class.
 */
@NullMarked
package holdfast.engine;

import org.jspecify.annotations.NullMarked;
