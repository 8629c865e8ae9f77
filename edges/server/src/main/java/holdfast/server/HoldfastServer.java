package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.store.LockStore;
import io.helidon.webserver.WebServer;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A server over HTTP on an engine. The engine and its store stay the caller's to close, after the server. */
public final class HoldfastServer implements AutoCloseable {
    /** Kept here, since a logger that nobody keeps forgets its level. */
    private static final Logger WEB_SERVER_LOG = Logger.getLogger("io.helidon");

    static {
        // It would tell on every start what it is made of.
        WEB_SERVER_LOG.setLevel(Level.WARNING);
    }

    private final LockEngine engine;
    private final WebServer web;
    private final Routes routes;
    private final RequestRoutes requests;
    private volatile boolean stopping;

    private HoldfastServer(LockEngine engine, LockStore store, ServerSettings settings, Gate gate) {
        this.engine = engine;
        this.requests = new RequestRoutes(engine, settings.longestPoll());
        this.routes = routes(engine, store, gate);
        this.web =
                WebServer.builder()
                        .host(settings.host())
                        .port(settings.port())
                        .shutdownHook(false)
                        .routing(routes.routing())
                        .build();
    }

    public static HoldfastServer start(
            LockEngine engine, LockStore store, ServerSettings settings, Gate gate) {
        var server = new HoldfastServer(engine, store, settings, gate);
        server.web.start();
        return server;
    }

    private Routes routes(LockEngine engine, LockStore store, Gate gate) {
        var all = new Routes(gate);
        var finder = new Finder(engine, store);
        new AcquireRoute(engine, requests).addTo(all);
        new RenewRoutes(engine, finder).addTo(all);
        new ForceUnlockRoute(engine, finder).addTo(all);
        new TransferRoute(engine, finder).addTo(all);
        new LockRoutes(engine, finder).addTo(all);
        requests.addTo(all);
        new FreezeRoutes(engine).addTo(all);
        new DeadlockRoute(engine, requests).addTo(all);
        new HealthRoutes(engine, () -> stopping).addTo(all);
        new DescriptionRoutes().addTo(all);
        return all;
    }

    public int port() {
        return web.port();
    }

    /** How many requests wait for their answers. */
    int waiting() {
        return requests.waiting();
    }

    /** Each route's method and pattern, such as {@code GET /v1/locks}. */
    List<String> routes() {
        return routes.all();
    }

    @Override
    public void close() {
        stopping = true;
        engine.remote().dismiss();
        web.stop();
    }
}
