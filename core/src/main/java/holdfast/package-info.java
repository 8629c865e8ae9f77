/**
 * The way in for applications: takes locks, keeps them alive, gives them back.
 * Rules, stores and edges live elsewhere.
 * Start at the facade class.
 */
@NullMarked
package holdfast;

import org.jspecify.annotations.NullMarked;
