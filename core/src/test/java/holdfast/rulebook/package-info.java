/** Tests by example of all thirteen rules. Each example is played on a {@code Scene}: one root, no store, no thread, no clock. */
@NullMarked
package holdfast.rulebook;

import org.jspecify.annotations.NullMarked;
