/** Small JSON objects, read and written token by token: what workflows keep in documents and send to others. */
@NullMarked
package holdfast.json;

import org.jspecify.annotations.NullMarked;
