@NullMarked
package holdfast.server;

import org.jspecify.annotations.NullMarked;
