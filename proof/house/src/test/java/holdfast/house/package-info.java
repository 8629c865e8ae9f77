/**
 * Tests about the code base itself: layers, sizes, nulls, dependencies.
 * What the compiler or the formatter checks is not repeated here.
 * Start at {@code LayersTest}; exceptions are named in {@code exceptions.txt}.
 */
@NullMarked
package holdfast.house;

import org.jspecify.annotations.NullMarked;
