package holdfast.server;

import java.time.Duration;
import java.util.Optional;

/**
 * How a server listens.
 *
 * @param port 0 for any that is free
 * @param stopWithin how long a stop may take, after which what still runs is cut off
 */
public record ServerSettings(
        String host,
        int port,
        Optional<TlsSettings> tls,
        ServerLimits limits,
        RequestDefaults requests,
        Duration stopWithin) {
    public static final ServerSettings DEFAULT =
            new ServerSettings(
                    "127.0.0.1",
                    7420,
                    Optional.empty(),
                    ServerLimits.DEFAULT,
                    RequestDefaults.DEFAULT,
                    Duration.ofSeconds(10));

    /** What requests under way have of it; the rest is for bringing to its place what they left. */
    Duration requestsEndWithin() {
        return stopWithin.multipliedBy(2).dividedBy(3);
    }

    public ServerSettings at(String otherHost, int otherPort) {
        return new ServerSettings(otherHost, otherPort, tls, limits, requests, stopWithin);
    }

    public ServerSettings with(ServerLimits other) {
        return new ServerSettings(host, port, tls, other, requests, stopWithin);
    }

    public ServerSettings with(TlsSettings other) {
        return new ServerSettings(host, port, Optional.of(other), limits, requests, stopWithin);
    }
}
