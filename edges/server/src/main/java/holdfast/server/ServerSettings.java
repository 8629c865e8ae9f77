package holdfast.server;

import java.time.Duration;

/**
 * How a server listens.
 *
 * @param port 0 for any that is free
 * @param longestPoll how long a request may wait for its answer
 */
public record ServerSettings(String host, int port, Duration longestPoll) {
    public static final ServerSettings DEFAULT =
            new ServerSettings("127.0.0.1", 7420, Duration.ofSeconds(25));

    public ServerSettings at(String otherHost, int otherPort) {
        return new ServerSettings(otherHost, otherPort, longestPoll);
    }
}
