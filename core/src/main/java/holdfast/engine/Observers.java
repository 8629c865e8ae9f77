package holdfast.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells those who measure what they want to know. Where nobody does, it costs nothing. */
final class Observers {
    private static final Logger LOG = LoggerFactory.getLogger(Observers.class);
    private final List<Consumer<Observation>> observers = new CopyOnWriteArrayList<>();

    Runnable add(Consumer<Observation> observer) {
        observers.add(observer);
        return () -> observers.remove(observer);
    }

    void tell(Supplier<Observation> made) {
        if (observers.isEmpty()) {
            return;
        }
        Observation observation = made.get();
        for (Consumer<Observation> observer : observers) {
            try {
                observer.accept(observation);
            } catch (RuntimeException e) {
                // Its failure is its own: what it was told of has happened.
                LOG.warn("an observer failed on {}", observation, e);
            }
        }
    }
}
