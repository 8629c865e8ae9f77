package holdfast.server;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;

/** The part of the server that knows sockets: where it listens, and what it takes from a connection before any route is asked. */
final class Listener {
    private static final int CHECKS_PER_REQUEST_TIME = 10;

    private Listener() {}

    static WebServer of(ServerSettings settings, Routes routes, Watchdog watchdog, long bodyMax) {
        ServerLimits limits = settings.limits();
        WebServerConfig.Builder server = WebServer.builder();
        server.host(settings.host())
                .port(settings.port())
                .shutdownHook(false)
                .shutdownGracePeriod(settings.requestsEndWithin())
                .routing(routes.routing())
                .directHandlers(EarlyProblems.handlers(routes, limits.headersMax()))
                .maxPayloadSize(bodyMax)
                .connectionOptions(arrivals(limits, OpenFiles.left(), watchdog));
        // A second net; the watchdog sees to all connections.
        server.idleConnectionTimeout(limits.requestTime())
                .idleConnectionPeriod(limits.requestTime().dividedBy(CHECKS_PER_REQUEST_TIME));
        server.protocolsDiscoverServices(false)
                .addConnectionSelector(
                        Lingering.of(
                                routes.early(),
                                Http1Config.builder()
                                        .maxHeadersSize(limits.headersMax())
                                        .receiveLog(false)
                                        .sendLog(false)
                                        .addReceiveListener(watchdog)
                                        .build()));
        settings.tls().map(TlsFiles::read).ifPresent(server::tls);
        return server.build();
    }

    /** Where the system allows fewer than the limit, one address may have as much less. */
    private static Arrivals arrivals(ServerLimits limits, int allowed, Watchdog watchdog) {
        int most = Math.min(limits.connectionsMax(), allowed);
        long share = (long) limits.connectionsOfOneMax() * most / limits.connectionsMax();
        return new Arrivals(most, Math.clamp(share, 1, most), watchdog::accepted);
    }
}
