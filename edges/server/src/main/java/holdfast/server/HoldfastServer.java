package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.engine.RemoteGlobalLock;
import holdfast.model.InvalidRequestException;
import holdfast.model.Prefix;
import holdfast.state.States;
import holdfast.store.LockStore;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A server over HTTP on an engine. The engine and its store stay the caller's to close, after the server. */
public final class HoldfastServer implements AutoCloseable {
    /** Kept here, since a logger that nobody keeps forgets its level. */
    private static final Logger WEB_SERVER_LOG = Logger.getLogger("io.helidon");

    private static final int CHECKS_PER_REQUEST_TIME = 10;

    static {
        // It would tell on every start what it is made of, and warn of every request that makes no
        // sense: whoever can connect could fill the log.
        WEB_SERVER_LOG.setLevel(Level.SEVERE);
    }

    private final LockEngine engine;
    private final WebServer web;
    private final Routes routes;
    private final RemoteGlobalLock everything;
    private final RequestRoutes requests;
    private final WatchRoute watches;
    private final EventRoutes events;
    private final Recorder recorder;
    private final Watchdog watchdog;
    private final Optional<SharedAnswers> firstAnswers;
    private volatile boolean stopping;

    /**
     * What a server is made from.
     *
     * @param history what is known of the past; without it the server tells what it remembers itself
     * @param witness is told of what must be written down before it is done
     * @param pages what else it shows to whoever may read everything
     * @param beside what listens to the engine, or is served, besides
     */
    public record Parts(
            LockEngine engine,
            LockStore store,
            Gate gate,
            Optional<History> history,
            Witness witness,
            List<Page> pages,
            Beside beside) {
        public Parts {
            pages = List.copyOf(pages);
        }

        public Parts(LockEngine engine, LockStore store, Gate gate) {
            this(engine, store, gate, Optional.empty(), Witness.NONE, List.of(), Beside.NOTHING);
        }
    }

    private HoldfastServer(Parts parts, ServerSettings settings, List<Mount> mounts) {
        this.engine = parts.engine();
        this.everything = engine.everything();
        this.requests = new RequestRoutes(engine, everything, settings.limits());
        this.watches = new WatchRoute(engine, settings.limits());
        this.events =
                new EventRoutes(
                        engine,
                        parts.history(),
                        parts.beside().audit().flatMap(trail -> parts.beside().documents()),
                        settings.limits());
        this.recorder = Recorder.of(parts);
        this.watchdog = watchdog(settings.limits().requestTime());
        this.firstAnswers =
                parts.beside()
                        .documents()
                        .map(kept -> new SharedAnswers(kept, () -> engine.freezes().asOf()));
        this.routes = routes(parts, settings, mounts);
        long bodyMax =
                Stream.concat(
                                mounts.stream().map(Mount::bodyMax),
                                parts.beside().states().map(States::bytesMax).stream())
                        .max(Comparator.naturalOrder())
                        .orElse(0L);
        this.web =
                Listener.of(
                        settings, routes, watchdog, Math.max(bodyMax, settings.limits().bodyMax()));
    }

    public static HoldfastServer start(Parts parts, ServerSettings settings) {
        return start(parts, settings, List.of());
    }

    /** With services that have paths for themselves. They stay the caller's to close, after the server. */
    public static HoldfastServer start(Parts parts, ServerSettings settings, List<Mount> mounts) {
        requireFree(settings);
        var server = new HoldfastServer(parts, settings, mounts);
        server.web.start();
        if (!server.web.isRunning()) {
            server.close();
            throw taken(settings, "its log says why");
        }
        return server;
    }

    /** @throws InvalidRequestException if nobody can listen there at present */
    public static void requireFree(ServerSettings settings) {
        try (var trial = new ServerSocket()) {
            trial.setReuseAddress(true);
            trial.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException e) {
            throw taken(settings, String.valueOf(e.getMessage()));
        }
    }

    private static InvalidRequestException taken(ServerSettings settings, String why) {
        return new InvalidRequestException(
                "no server can listen at "
                        + settings.host()
                        + ":"
                        + settings.port()
                        + " ("
                        + why
                        + "): end what does, or name another host or port (--host, --port)");
    }

    /** @throws InvalidRequestException if no server can start with these settings, whatever the store */
    public static void check(ServerSettings settings) {
        settings.tls().ifPresent(TlsFiles::read);
    }

    private static Watchdog watchdog(Duration requestTime) {
        return new Watchdog(requestTime, requestTime.dividedBy(CHECKS_PER_REQUEST_TIME));
    }

    /** None yet, but what every request passes before. */
    private Routes noRoutes(Parts parts, ServerSettings settings, List<Mount> mounts) {
        ServerLimits limits = settings.limits();
        var all =
                new Routes(
                        parts.gate(),
                        new Pace(limits.requestsPerSecond(), System::nanoTime),
                        watchdog::progress,
                        limits.bodyMax());
        all.counting(parts.beside().errors());
        firstAnswers.ifPresent(all::remembering);
        List<String> mounted = mounts.stream().map(Mount::path).toList();
        var names = new RouteNames(all::all, mounted);
        parts.beside().traces().ifPresent(traces -> all.behind(new Traced(traces, names)));
        all.behind(
                new Entrance(
                        all,
                        Doorkeeper.of(parts.gate(), settings.host()),
                        new MovingData(large(mounts), watchdog::progress),
                        List.copyOf(mounts)));
        return all;
    }

    private Routes routes(Parts parts, ServerSettings settings, List<Mount> mounts) {
        Routes all = noRoutes(parts, settings, mounts);
        var finder = new Finder(engine, parts.beside().errors());
        // In this order: what is asked for most often is found first.
        mounts.forEach(all::mount);
        new AcquireRoute(engine, finder, requests, settings.requests()).addTo(all);
        new LockRoutes(engine, finder, recorder, everything).addTo(all);
        new LockList(engine, parts.store()).addTo(all);
        new RenewRoutes(engine, finder, everything).addTo(all);
        watches.addTo(all);
        new ForceUnlockRoute(engine, finder, recorder.after(parts.witness()), everything)
                .addTo(all);
        new TransferRoute(engine, finder, recorder).addTo(all);
        requests.addTo(all);
        new CancelRoute(engine, everything).addTo(all);
        var waiting = new RequestList(engine);
        waiting.addTo(all);
        new FreezeRoutes(engine, recorder).addTo(all);
        new DeadlockRoute(engine, waiting).addTo(all);
        events.addTo(all);
        new HealthRoutes(engine, () -> stopping, requests::waiting, events::listening).addTo(all);
        new MetricsRoute(parts.beside().metrics()).addTo(all);
        new AuditRoutes(engine, parts.beside().documents()).addTo(all);
        new TokenRoutes(parts.beside().documents(), recorder).addTo(all);
        new WebhookRoutes(parts.beside()).addTo(all);
        var states = new HeldStates(parts.beside().states(), finder, recorder);
        new StateRoutes(states).addTo(all);
        new StateBodyRoutes(states).addTo(all);
        new StateImportRoute(states, watchdog::progress).addTo(all);
        new DescriptionRoutes().addTo(all);
        parts.pages().forEach(page -> all.get(page.path(), call -> shown(call, page)));
        return all;
    }

    private static List<String> large(List<Mount> mounts) {
        return Stream.concat(
                        mounts.stream().map(Mount::path),
                        Stream.of(StateBodyRoutes.PATH, StateImportRoute.PATH))
                .toList();
    }

    private static Reply shown(Call call, Page page) {
        call.require(Deed.READ, Prefix.EVERYTHING);
        call.query().end();
        return new Reply(
                Statuses.OK,
                page.mediaType(),
                page.content().get().getBytes(StandardCharsets.UTF_8),
                Map.of());
    }

    public int port() {
        return web.port();
    }

    /** How many requests wait for their answers. */
    int waiting() {
        return requests.waiting();
    }

    /** How many requests wait for the end of locks. */
    int watching() {
        return watches.watching();
    }

    /** How many listen to events. */
    int listening() {
        return events.listening();
    }

    /** Each route's method and pattern, such as {@code GET /v1/locks}. */
    List<String> routes() {
        return routes.all();
    }

    /** Takes no more connections, lets those go who wait, and what is under way come to its end. */
    @Override
    public void close() {
        stopping = true;
        engine.remote().dismiss();
        events.close();
        web.stop();
        // What was under way has been written down, too.
        recorder.close();
        firstAnswers.ifPresent(SharedAnswers::close);
        watchdog.close();
    }
}
