/**
 * Every rule about locks, as functions of what a root looks like, what is asked, and the store's time. No clock, no thread, no
 * I/O. Start at {@code Rulebook}, which lists the rules by number; each is a file of its own.
 */
@NullMarked
package holdfast.rulebook;

import org.jspecify.annotations.NullMarked;
