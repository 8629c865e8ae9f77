package holdfast.app;

import holdfast.engine.LockEngine;
import holdfast.engine.LookPace;
import holdfast.state.LockFiles;
import holdfast.state.StateName;
import holdfast.state.States;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to states while a server runs: takes away versions whose time is over, also of states that nobody saves any more, and shows
 * in {@code state.json.lock} who holds which. Harmless in several servers at once.
 */
final class StateUpkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateUpkeep.class);
    private static final int TASKS = 2;

    private final States states;
    private final Optional<LockFiles> files;
    private final Runnable deaf;
    private final ScheduledExecutorService worker =
            Executors.newScheduledThreadPool(
                    TASKS, Thread.ofPlatform().daemon().name("holdfast-states").factory());

    /** How often which of it is done. */
    record Pace(Duration swept, Duration lookedAround, LookPace looks) {
        /** How much longer than a look at all locks the time is in which there is no other. */
        private static final int RESTS = 50;

        static Pace usual(LockEngine engine) {
            return new Pace(
                    Duration.ofHours(6),
                    Duration.ofSeconds(30),
                    engine.pace(Duration.ZERO, Duration.ofMinutes(5), RESTS));
        }
    }

    private StateUpkeep(States states, Optional<LockFiles> files) {
        this.states = states;
        this.files = files;
        this.deaf = files.map(LockFiles::follow).orElse(() -> {});
    }

    /** @param files where people can look at them; closed in the end */
    static StateUpkeep of(States states, Optional<LockFiles> files, Pace pace) {
        var upkeep = new StateUpkeep(states, files);
        upkeep.every(pace.swept(), pace.swept(), upkeep::sweep);
        files.ifPresent(shown -> {
            upkeep.every(
                    Duration.ZERO,
                    pace.lookedAround(),
                    () -> {
                        if (!pace.looks().rests()) {
                            pace.looks().look(shown::lookAround);
                        }
                    });
            // What a process that is gone left behind.
            upkeep.every(Duration.ZERO, pace.swept(), () -> shown.clearUp(states.names()));
        });
        return upkeep;
    }

    private void every(Duration first, Duration pace, Runnable task) {
        var _ =
                worker.scheduleWithFixedDelay(
                        () -> attempt(task),
                        first.toMillis(),
                        pace.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private static void attempt(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            // Whatever it is: the next round may do better, and there is none after an exception.
            LOG.warn("states could not be looked at: {}", e.getMessage());
        }
    }

    private void sweep() {
        for (StateName name : states.names()) {
            if (worker.isShutdown()) {
                return;
            }
            sweep(name);
        }
    }

    private void sweep(StateName name) {
        try {
            int gone = states.sweep(name);
            if (gone > 0) {
                LOG.info("{} old versions of '{}' were taken away", gone, name);
            }
        } catch (StoreException e) {
            // Others are swept all the same.
            LOG.warn("old versions of '{}' could not be taken away: {}", name, e.getMessage());
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
        deaf.run();
        files.ifPresent(LockFiles::close);
    }
}
