/**
 * The server's configuration: one YAML file, with variables of the environment and options of the command line before it. Unknown
 * keys are refused, and every key and its default is in one table.
 * Start at {@code Config}; {@code ServerConfig} makes settings from it.
 */
@NullMarked
package holdfast.server.config;

import org.jspecify.annotations.NullMarked;
