/** The engine's shared state under every order of its threads, as Lincheck's model checker makes them up. */
@NullMarked
package holdfast.engine;

import org.jspecify.annotations.NullMarked;
