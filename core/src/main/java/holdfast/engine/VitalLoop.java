package holdfast.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A loop on which every lock of the process depends: whatever happens in a round, there is another. */
final class VitalLoop {
    private static final Logger LOG = LoggerFactory.getLogger(VitalLoop.class);
    private static final Duration AFTER_MISTAKE = Duration.ofSeconds(1);

    private VitalLoop() {}

    /** One round. Answers how long the loop may rest. */
    interface Round {
        Duration run();
    }

    static void run(String name, Round round, EngineHost.Signal signal, BooleanSupplier over) {
        try {
            while (!over.getAsBoolean()) {
                Duration rest;
                try {
                    rest = round.run();
                } catch (RuntimeException e) {
                    LOG.warn("the {} had a bad round and goes on", name, e);
                    rest = AFTER_MISTAKE;
                }
                if (Thread.interrupted()) {
                    // Only a listener can have meant that, and not the heartbeats of all locks.
                    LOG.warn("a listener interrupted the {}, which goes on", name);
                }
                signal.await(rest);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
