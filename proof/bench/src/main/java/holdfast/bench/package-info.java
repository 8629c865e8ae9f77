/**
 * Benchmarks, each a main class.
 * None of them runs with the tests.
 * Start at the class named after what it measures.
 */
@NullMarked
package holdfast.bench;

import org.jspecify.annotations.NullMarked;
