/**
 * Wires the edges to the stores; the only place that knows both.
 * Neither rules nor commands are in here.
 * Start at {@code Main}.
 */
@NullMarked
package holdfast.app;

import org.jspecify.annotations.NullMarked;
