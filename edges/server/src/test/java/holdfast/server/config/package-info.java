@NullMarked
package holdfast.server.config;

import org.jspecify.annotations.NullMarked;
