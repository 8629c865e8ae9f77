package holdfast.server;

import io.helidon.webserver.http.HttpService;
import io.helidon.webserver.http.ServerRequest;

/**
 * A service that has a part of the server's paths for itself, with its own rules and its own answers.
 *
 * @param bodyMax the longest body that it takes
 * @param visits what the server has to know of its requests
 */
public record Mount(String path, HttpService service, long bodyMax, Visits visits) {
    /** For a service whose callers show what they would show to the API, and whose requests may all be refused. */
    public Mount(String path, HttpService service, long bodyMax) {
        this(path, service, bodyMax, new Visits() {});
    }

    /** By what the server counts how often one caller asks. */
    public interface Visits {
        /** The header of that name as the server's gate understands it. */
        default String authorization(String header) {
            return header;
        }

        /** Whether it gives something back or keeps it: that counts, and is never refused for coming too often. */
        default boolean isAlwaysServed(ServerRequest request) {
            return false;
        }
    }
}
