package holdfast.app;

import holdfast.state.StateName;
import holdfast.state.States;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes away versions whose time is over, also of states that nobody saves any more. Harmless in several servers at once. */
final class StateSweeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateSweeping.class);

    private final States states;
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-states").factory());

    private StateSweeping(States states) {
        this.states = states;
    }

    static StateSweeping every(Duration pace, States states) {
        var sweeping = new StateSweeping(states);
        var _ =
                sweeping.worker.scheduleWithFixedDelay(
                        sweeping::sweep, pace.toMillis(), pace.toMillis(), TimeUnit.MILLISECONDS);
        return sweeping;
    }

    private void sweep() {
        try {
            for (StateName name : states.names()) {
                if (worker.isShutdown()) {
                    return;
                }
                sweep(name);
            }
        } catch (RuntimeException e) {
            // Whatever it is: the next round may do better, and there is none after an exception.
            LOG.warn("old versions of states could not be looked for: {}", e.getMessage());
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
    }
}
