package holdfast.app;

import holdfast.access.Authenticator;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.engine.LockEngine;
import holdfast.metrics.Metrics;
import holdfast.notify.Notifier;
import holdfast.server.AccessGate;
import holdfast.server.Beside;
import holdfast.server.Gate;
import holdfast.server.ServerSettings;
import holdfast.server.Traces;
import holdfast.server.WatchedGate;
import holdfast.store.DocumentStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Supplier;

/** What stands beside a server, opened in order and closed all at once, after the server. */
final class Surroundings implements AutoCloseable {
    private static final InstantSource CLOCK = InstantSource.system();

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Gate gate;
    private final Optional<WatchedGate> watched;
    private final Beside beside;
    private final Optional<Metrics> metrics;
    private Duration closeWithin = ServerSettings.DEFAULT.stopWithin();
    private long stoppingSince = System.nanoTime();

    private Surroundings(
            BesideConfig config,
            Optional<AuditSettings> audit,
            DocumentStore documents,
            LockEngine engine) {
        Optional<AuditTrail> trail =
                audit.map(settings -> kept(AuditTrail.open(settings, documents, CLOCK)));
        Gate unwatched = new AccessGate(Authenticator.of(config.access(), documents, CLOCK));
        this.watched = trail.map(written -> new WatchedGate(unwatched, written));
        this.gate = watched.<Gate>map(watching -> watching).orElse(unwatched);
        Optional<Notifier> notifier =
                Optional.of(config.notifications())
                        .filter(settings -> !settings.webhooks().isEmpty())
                        .map(settings -> kept(Notifier.open(settings, documents, CLOCK)));
        this.metrics = config.metrics().map(settings -> kept(Metrics.on(engine, settings)));
        Optional<Supplier<String>> scrape = metrics.map(measured -> measured::scrape);
        Beside uncounted = new Beside(scrape, trail, Optional.of(documents), notifier);
        Beside without =
                metrics.map(measured -> uncounted.counting(measured::error)).orElse(uncounted);
        this.beside =
                config.traces()
                        .map(settings -> without.with(kept(Traces.to(settings))))
                        .orElse(without);
    }

    static Surroundings open(
            BesideConfig config,
            BesideConfig.AuditPlace usual,
            DocumentStore documents,
            LockEngine engine) {
        return new Surroundings(config, config.audit(usual), documents, engine);
    }

    private <T extends AutoCloseable> T kept(T part) {
        opened.push(part);
        return part;
    }

    Gate gate() {
        return gate;
    }

    /** Empty if nothing is measured. */
    Optional<Metrics> metrics() {
        return metrics;
    }

    Beside beside() {
        return beside;
    }

    /** The server begins to stop: all that is left to do has so much time. */
    void stopWithin(Duration time) {
        closeWithin = time;
        stoppingSince = System.nanoTime();
    }

    @Override
    public void close() {
        Duration left = closeWithin.minusNanos(System.nanoTime() - stoppingSince);
        watched.ifPresent(WatchedGate::close);
        // The other half is for writing down what was not delivered.
        beside.notifier().ifPresent(notifier -> notifier.closeWithin(left.dividedBy(2)));
        Closing.all(opened, left);
    }
}
