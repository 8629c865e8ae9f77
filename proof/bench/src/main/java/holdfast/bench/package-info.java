/**
 * Benchmarks that compare in one run and print ratios with their spread. Run all with {@code proof/bench/run}, or one by its
 * name, such as {@code proof/bench/run cycles}; {@code proof/bench/startup} compares commands with {@code java -version}. They are
 * no tests: nothing here fails the build.
 */
@NullMarked
package holdfast.bench;

import org.jspecify.annotations.NullMarked;
