package holdfast.app;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes parts that do not need each other, all at once: what fails or hangs keeps none of the others open. */
final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    static void all(Collection<? extends AutoCloseable> parts, Duration atMost) {
        long began = System.nanoTime();
        Map<Thread, AutoCloseable> closing = new LinkedHashMap<>();
        for (AutoCloseable part : parts) {
            closing.put(
                    Thread.ofPlatform().daemon().name("holdfast-closing").start(() -> close(part)),
                    part);
        }
        try {
            for (Map.Entry<Thread, AutoCloseable> one : closing.entrySet()) {
                if (!one.getKey().join(atMost.minusNanos(System.nanoTime() - began))) {
                    LOG.warn("{} was not closed in time", name(one.getValue()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        closing.keySet().forEach(Thread::interrupt);
    }

    private static void close(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("{} was not closed well: {}", name(part), e.getMessage());
        }
    }

    private static String name(AutoCloseable part) {
        return part.getClass().getSimpleName();
    }
}
