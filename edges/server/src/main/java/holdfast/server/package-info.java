/**
 * The HTTP API: routes, one file a concern, that translate between JSON and the engine. No rule about locks is in here, and nothing
 * about a client is remembered between two requests.
 * Start at {@code HoldfastServer}; the API itself is described by {@code openapi.json} among the resources.
 */
@NullMarked
package holdfast.server;

import org.jspecify.annotations.NullMarked;
