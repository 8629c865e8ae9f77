package holdfast.store.resilience.call;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whoever wants to know what guards do. They are called on the thread of the call and must be quick. */
public final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
    private final List<Consumer<ResilienceEvent>> all = new CopyOnWriteArrayList<>();

    /** Running what it returns ends it. */
    public Runnable add(Consumer<ResilienceEvent> listener) {
        all.add(listener);
        return () -> all.remove(listener);
    }

    public void tell(ResilienceEvent event) {
        for (Consumer<ResilienceEvent> listener : all) {
            try {
                listener.accept(event);
            } catch (RuntimeException e) {
                // A listener's failure is its own: the call goes on.
                LOG.warn("a listener failed on {}", event, e);
            }
        }
    }
}
