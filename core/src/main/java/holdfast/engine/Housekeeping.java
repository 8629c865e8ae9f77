package holdfast.engine;

import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears away what has lapsed and looks for deadlocks, a bounded number each round. */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int ROOTS_PER_ROUND_MAX = 500;

    private final Site site;
    private final CommitLoop loop;
    private final Deadlocks deadlocks;
    private final EngineSettings settings;
    private final EngineHost.Signal sweepSignal;
    private final EngineHost.Signal scanSignal;
    private volatile boolean closed;

    /** Written by the scan alone. */
    private volatile DeadlockScan scanned = DeadlockScan.NONE_YET;

    Housekeeping(Site site, CommitLoop loop, Deadlocks deadlocks, EngineSettings settings) {
        this.site = site;
        this.loop = loop;
        this.deadlocks = deadlocks;
        this.settings = settings;
        this.sweepSignal = site.host().newSignal();
        this.scanSignal = site.host().newSignal();
    }

    void start() {
        site.host()
                .start(
                        "holdfast-sweep",
                        () -> run("sweep", this::sweep, settings.sweep(), sweepSignal));
        site.host()
                .start(
                        "holdfast-scan",
                        () ->
                                run(
                                        "deadlock scan",
                                        this::scan,
                                        settings.deadlockScan(),
                                        scanSignal));
    }

    private void run(String name, Runnable round, Duration pause, EngineHost.Signal signal) {
        try {
            signal.await(pause);
            while (!closed) {
                try {
                    round.run();
                } catch (RuntimeException e) {
                    // The next round tries again: a dead loop would keep every lapsed lock and
                    // every deadlock.
                    site.observers().tell(() -> new Observation.RoundFailed(name));
                    LOG.warn("a {} failed and will be repeated: {}", name, e.getMessage());
                }
                signal.await(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweep() {
        site.store()
                .lapsed(ROOTS_PER_ROUND_MAX)
                .forEach(root -> {
                    try {
                        loop.sweep(root);
                    } catch (StoreException.Corrupted e) {
                        LOG.error(
                                "'{}' cannot be read and is left alone: {}", root, e.getMessage());
                    }
                });
    }

    private void scan() {
        List<Deadlocks.Resolved> found;
        try {
            found = deadlocks.scan();
        } catch (RuntimeException e) {
            scanned = scanned.failed();
            throw e;
        }
        scanned =
                new DeadlockScan(
                        new StoreTime(site.host().wallNanos()),
                        found.size(),
                        DeadlockScan.Latest.DONE);
        found.forEach(resolved ->
                LOG.warn(
                        "deadlock of {}: the wait of {} for '{}' was given up",
                        resolved.cycle(),
                        resolved.victim().owner(),
                        resolved.victim().resource()));
    }

    DeadlockScan scanned() {
        return scanned;
    }

    void close() {
        closed = true;
        sweepSignal.raise();
        scanSignal.raise();
    }
}
