/**
 * Holdfast on Redis beside the locks of others, in one run: {@code proof/peers/run [cycles|contended|processes|waiters ...]}. The
 * package is that of {@code proof/bench}, whose yardsticks it uses; the module is apart so that the usual build does not download
 * what it compares with. What the figures were is in {@code docs/benchmarks.md}.
 */
@NullMarked
package holdfast.bench;

import org.jspecify.annotations.NullMarked;
