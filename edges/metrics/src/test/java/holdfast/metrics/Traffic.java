package holdfast.metrics;

import holdfast.Holdfast;
import holdfast.LockRequest;
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
import java.util.function.Supplier;

/** A measured engine on a store whose clock the test moves. */
final class Traffic implements AutoCloseable {
    private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

    private static final Duration WAIT = Duration.ofMinutes(5);

    private final AtomicLong clock = new AtomicLong(1_700_000_000_000_000_000L);
    private final AtomicInteger owners = new AtomicInteger();
    private final MemoryLockStore store = new MemoryLockStore(clock::get);
    private volatile boolean away;
    private volatile boolean broken;
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
                            if (broken) {
                                throw new IllegalStateException("a mistake");
                            }
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

    /** It fails in a way that no store may. */
    void storeIsBroken() {
        broken = true;
    }

    void storeIsBack() {
        broken = false;
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
        return ask(holdfast.lock(resource).ownedBy(owner), wait);
    }

    private static AcquireOutcome ask(LockRequest request, Duration wait) {
        try {
            LockRequest leased = request.lease(Duration.ofHours(1));
            return (wait.isZero() ? leased : leased.waitAtMost(wait)).acquireDetached();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The owner of the hold asks for more, and would wait for it. */
    AcquireOutcome ask(String resource, Hold under) {
        return ask(holdfast.lock(resource).under(under.owner(), under.id()), WAIT);
    }

    /** Someone waits in line when this returns. */
    CompletableFuture<AcquireOutcome> waiting(String resource) {
        return waiting(resource, () -> ask(resource, WAIT));
    }

    /** The owner of the hold waits in line when this returns. */
    CompletableFuture<AcquireOutcome> waiting(String resource, Hold under) {
        return waiting(resource, () -> ask(resource, under));
    }

    private CompletableFuture<AcquireOutcome> waiting(
            String resource, Supplier<AcquireOutcome> ask) {
        CompletableFuture<AcquireOutcome> outcome = CompletableFuture.supplyAsync(ask);
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
