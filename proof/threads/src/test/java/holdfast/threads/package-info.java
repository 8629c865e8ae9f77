/**
 * Attacks the engine where threads meet: through its public interface, on clocks that a test moves by hand, and with many real
 * threads at once.
 */
@NullMarked
package holdfast.threads;

import org.jspecify.annotations.NullMarked;
