/**
 * The same locks over HTTP: {@link holdfast.client.HoldfastClient} gives the facade of an embedded engine on locks that servers keep.
 */
@NullMarked
package holdfast.client;

import org.jspecify.annotations.NullMarked;
