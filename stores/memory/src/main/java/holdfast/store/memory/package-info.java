/**
 * A store in the memory of one process, for tests and for embedding.
 * Nothing here outlives the process.
 * Start at the store class.
 */
@NullMarked
package holdfast.store.memory;

import org.jspecify.annotations.NullMarked;
