package holdfast.server;

import io.helidon.webserver.http.HttpService;

/**
 * A service that has a part of the server's paths for itself, with its own rules and its own answers.
 *
 * @param bodyMax the longest body that it takes
 */
public record Mount(String path, HttpService service, long bodyMax) {}
