package holdfast.server;

import java.util.function.Supplier;

/**
 * Something else that a server shows, such as its metrics.
 *
 * @param path such as {@code /metrics}
 * @param content made anew for each request
 */
public record Page(String path, String mediaType, Supplier<String> content) {}
