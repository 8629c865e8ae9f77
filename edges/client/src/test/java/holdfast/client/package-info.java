@NullMarked
package holdfast.client;

import org.jspecify.annotations.NullMarked;
