package holdfast.server;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;

/** The part of the server that knows sockets: where it listens, and what it takes from a connection before any route is asked. */
final class Listener {
    private Listener() {}

    static WebServer of(ServerSettings settings, HttpRouting.Builder routing) {
        ServerLimits limits = settings.limits();
        return WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .shutdownHook(false)
                .shutdownGracePeriod(settings.stopWithin())
                .maxPayloadSize(limits.bodyMax())
                .maxTcpConnections(limits.connectionsMax())
                .idleConnectionTimeout(limits.requestTime())
                .idleConnectionPeriod(limits.requestTime().dividedBy(10))
                .addProtocol(Http1Config.builder().maxHeadersSize(limits.headersMax()).build())
                .routing(routing)
                .build();
    }
}
