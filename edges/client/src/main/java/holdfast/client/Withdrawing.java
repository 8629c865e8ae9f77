package holdfast.client;

import holdfast.model.LockId;
import holdfast.model.NotPermittedException;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes back what nobody here wants any more: a place in line, or a lock of which nobody was told. What the servers do not hear now they
 * hear later, until it has lapsed by itself. Safe for use by many threads.
 */
final class Withdrawing {
    private static final Logger LOG = LoggerFactory.getLogger(Withdrawing.class);
    private static final long BETWEEN_ROUNDS_MILLIS = 1_000;

    /** A place that nobody asks for, and then a grant that nobody confirms, are over after this. */
    private static final Duration LAPSE = Duration.ofSeconds(60);

    private final Api api;
    private final Map<RequestId, Debt> debts = new ConcurrentHashMap<>();
    private final AtomicBoolean working = new AtomicBoolean();
    private volatile boolean closed;

    private record Debt(Resource resource, RequestId request, long overAtNanos) {}

    Withdrawing(Api api) {
        this.api = api;
    }

    /** What a withdrawal came to. */
    enum Outcome {
        /** The request does not wait any more, and holds nothing. */
        WITHDRAWN,
        /** The grant was first. */
        GRANTED
    }

    /** Leaves the line, if it is still waited in. */
    Outcome leave(Resource resource, RequestId request) {
        Api.Reply reply = api.askAnyway(leaving(resource, request));
        return granted(reply) ? Outcome.GRANTED : Outcome.WITHDRAWN;
    }

    private static boolean granted(Api.Reply reply) {
        return !reply.isGood() && reply.fields().maybe("lock_id").isPresent();
    }

    private static Request leaving(Resource resource, RequestId request) {
        return Request.delete(Request.path("/v1/requests/", request.text(), ""))
                .with("resource", resource.text())
                .with("reason", "its caller gave up");
    }

    /** Leaves the line, and gives back what was granted meanwhile. */
    void withdraw(Resource resource, RequestId request) {
        Api.Reply reply = api.askAnyway(leaving(resource, request));
        if (granted(reply)) {
            release(resource, new LockId(reply.fields().text("lock_id")), request);
        }
    }

    private void release(Resource resource, LockId lock, RequestId request) {
        api.askAnyway(
                Request.delete(Request.path("/v1/locks/", lock.text(), ""))
                        .with("resource", resource.text())
                        .with("request_id", request.text()));
    }

    /** @param lease how long it may be held if it was granted */
    void withdrawLater(Resource resource, RequestId request, Duration lease) {
        long overAt = System.nanoTime() + LAPSE.plus(lease).toNanos();
        debts.put(request, new Debt(resource, request, overAt));
        if (working.compareAndSet(false, true)) {
            Thread.ofVirtual().name("holdfast-withdrawing").start(this::work);
        }
    }

    /** The request is made again: its caller wants it after all. */
    void forget(RequestId request) {
        debts.remove(request);
    }

    private void work() {
        try {
            while (!debts.isEmpty() && !closed) {
                round();
                if (!debts.isEmpty()) {
                    TimeUnit.MILLISECONDS.sleep(BETWEEN_ROUNDS_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            working.set(false);
        }
        if (!debts.isEmpty() && !closed && working.compareAndSet(false, true)) {
            work();
        }
    }

    private void round() {
        for (Iterator<Debt> all = debts.values().iterator(); all.hasNext(); ) {
            Debt debt = all.next();
            try {
                withdraw(debt.resource(), debt.request());
                all.remove();
            } catch (StoreException e) {
                if (System.nanoTime() - debt.overAtNanos() > 0) {
                    all.remove();
                }
            } catch (NotPermittedException | IllegalArgumentException e) {
                LOG.warn(
                        "request {} was not withdrawn and lapses: {}",
                        debt.request(),
                        e.getMessage());
                all.remove();
            }
        }
    }

    void close() {
        closed = true;
    }
}
