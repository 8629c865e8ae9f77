package holdfast.metrics;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A measured engine on a store whose clock the test moves. */
final class Traffic implements AutoCloseable {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000_000_000L);
    private final AtomicInteger owners = new AtomicInteger();
    private final MemoryLockStore store = new MemoryLockStore(clock::get);
    private volatile boolean away;
    private final Holdfast holdfast = Holdfast.on(failing(store));
    private final Metrics metrics;

    Traffic(MetricsSettings settings) {
        metrics = Metrics.on(holdfast.engine(), settings);
    }

    private LockStore failing(LockStore real) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            if (away) {
                                throw new StoreException.Unavailable("away", null);
                            }
                            try {
                                return method.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }

    Metrics metrics() {
        return metrics;
    }

    void advance(Duration by) {
        clock.addAndGet(by.toNanos());
    }

    void storeIsAway() {
        away = true;
    }

    void storeIsBack() {
        away = false;
    }

    void survey() {
        metrics.survey();
    }

    Hold acquire(String resource) {
        return ((AcquireOutcome.Granted) tryAcquire(resource)).hold();
    }

    AcquireOutcome tryAcquire(String resource) {
        return ask(resource, Duration.ZERO);
    }

    private AcquireOutcome ask(String resource, Duration wait) {
        var owner = new Owner(new OwnerId("owner-" + owners.incrementAndGet()), "owner");
        try {
            var request = holdfast.lock(resource).ownedBy(owner).lease(Duration.ofHours(1));
            return (wait.isZero() ? request : request.waitAtMost(wait)).acquireDetached();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Someone waits in line when this returns. */
    CompletableFuture<AcquireOutcome> waiting(String resource) {
        CompletableFuture<AcquireOutcome> outcome =
                CompletableFuture.supplyAsync(() -> ask(resource, Duration.ofMinutes(5)));
        long began = System.nanoTime();
        while (holdfast.engine().look(Resource.parse(resource).root()).waiting() == 0) {
            if (outcome.isDone() || System.nanoTime() - began > PATIENCE_NANOS) {
                throw new AssertionError("nobody waits: " + outcome);
            }
            LockSupport.parkNanos(1_000_000);
        }
        return outcome;
    }

    void renew(Hold hold) {
        var _ = holdfast.engine().renew(hold.resource().root(), hold.id(), Duration.ofHours(1));
    }

    void release(Hold hold) {
        var _ = holdfast.engine().release(hold.resource().root(), hold.id(), null);
    }

    Holdfast holdfast() {
        return holdfast;
    }

    double value(String series) {
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(series + " is not in " + metrics.scrape()));
    }

    @Override
    public void close() {
        metrics.close();
        holdfast.close();
        store.close();
    }
}
