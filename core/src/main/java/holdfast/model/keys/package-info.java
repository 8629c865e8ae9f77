/**
 * Reads the lock keys of other designs as resources and writes resources as such keys. Nothing here locks. Start at
 * {@code Keys} for a text of unknown form, at {@code KeyFormat} for a known one.
 */
@NullMarked
package holdfast.model.keys;

import org.jspecify.annotations.NullMarked;
