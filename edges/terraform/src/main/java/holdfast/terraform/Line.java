package holdfast.terraform;

import holdfast.engine.LockEngine;
import holdfast.model.CancelOutcome;
import holdfast.model.RequestId;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps places in line for clients that come and go. Each place is kept for a while after its client asked last, whether it waits
 * or was offered the lock; so clients that died at the head of a line are passed by together, not one after the other.
 */
final class Line implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Line.class);
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final int REMEMBERED_MAX = 10_000;

    private final LockEngine engine;
    private final Duration patience;
    private final Map<Place, Long> places = new ConcurrentHashMap<>();
    private final Map<String, Long> newcomers = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Place(Resource resource, RequestId request) {}

    Line(LockEngine engine, Duration patience) {
        this.engine = engine;
        this.patience = patience;
    }

    /**
     * Whether this client asked before, a moment ago: then it means to wait. Who asks once and goes, as a run without
     * {@code -lock-timeout} does, must not leave a place in line that nobody claims.
     */
    boolean isBack(Root root, RequestId request) {
        long now = System.nanoTime();
        if (newcomers.size() > REMEMBERED_MAX) {
            newcomers.values().removeIf(asked -> now - asked > patience.toNanos());
        }
        Long before = newcomers.put(root + " " + request, now);
        return before != null && now - before <= patience.toNanos();
    }

    /** Keeps the place from now on for as long as the patience is. */
    void keep(Resource resource, RequestId request) {
        var place = new Place(resource, request);
        if (places.put(place, System.nanoTime()) == null) {
            Thread.ofVirtual().name("terraform-place").start(() -> keepUntilForgotten(place));
        }
    }

    /** The client has the lock, or wants it no more. */
    void forget(Resource resource, RequestId request) {
        places.remove(new Place(resource, request));
    }

    private void keepUntilForgotten(Place place) {
        try {
            for (Duration left = left(place); left.isPositive() && !closed; left = left(place)) {
                attend(place, left.compareTo(STEP) < 0 ? left : STEP);
            }
            if (!closed && places.remove(place) != null) {
                giveUp(place);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Duration left(Place place) {
        Long asked = places.get(place);
        return asked == null ? Duration.ZERO : patience.minusNanos(System.nanoTime() - asked);
    }

    private void attend(Place place, Duration atMost) throws InterruptedException {
        try {
            RequestState state = engine.remote().await(place.resource(), place.request(), atMost);
            if (!(state instanceof RequestState.Waiting)) {
                Thread.sleep(atMost); // It is the client's turn to come.
            }
        } catch (StoreException e) {
            LOG.warn("a place in line for '{}' could not be kept for now", place.resource(), e);
            Thread.sleep(atMost);
        }
    }

    private void giveUp(Place place) {
        Root root = place.resource().root();
        try {
            if (engine.cancel(root, place.request(), "its client did not come back")
                            instanceof CancelOutcome.AlreadyGranted granted
                    && engine.remote().inquire(place.resource(), place.request())
                            instanceof RequestState.Offered) {
                engine.release(root, granted.hold().id(), place.request());
            }
        } catch (StoreException e) {
            LOG.warn("a place in line for '{}' was left to lapse by itself", place.resource(), e);
        }
    }

    @Override
    public void close() {
        closed = true;
        places.clear();
    }
}
