/**
 * The words of Holdfast as values: resources, owners, holds, waiters, freezes, times and outcomes. Nothing here decides
 * and nothing here does I/O. Start at {@code Resource}, {@code Hold} and {@code Waiter}.
 */
@NullMarked
package holdfast.model;

import org.jspecify.annotations.NullMarked;
