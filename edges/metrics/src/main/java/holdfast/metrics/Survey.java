package holdfast.metrics;

import holdfast.engine.LockEngine;
import holdfast.engine.LookPace;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.SubPath;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import holdfast.store.StoreException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the store now and then for what no event tells: how many locks and waiters there are, and which locks are stale. It looks at so many
 * and no more, and says when there were more. One look at a time.
 */
final class Survey {
    private static final Logger LOG = LoggerFactory.getLogger(Survey.class);
    private static final int HOLDS_PER_PAGE = 500;
    private static final int PAGES_MAX = 40;
    private static final int ROOTS_PER_PAGE = 200;
    private static final int ROOTS_MAX = 2_000;

    /** How much longer than a look the time is in which there is no other. */
    private static final int RESTS = 50;

    /** Where everything is read for a look. */
    private static final Duration LONG_REST = Duration.ofMinutes(1);

    private final LockEngine engine;
    private final LookPace pace;
    private final Places places;
    private final LockListener listener;
    private final BackendMetrics backend;
    private final MultiGauge active;
    private final MultiGauge stale;
    private final MultiGauge waiting;
    private final AtomicInteger incomplete;
    private Set<LockId> knownStale = Set.of();

    /** Held while figures are replaced: meters go and others come under the same name, and nobody may see both. */
    private final ReentrantLock replacing = new ReentrantLock();

    /** What was counted. */
    private static final class Count {
        private final Map<Tags, Integer> active = new HashMap<>();
        private final Map<Tags, Integer> stale = new HashMap<>();
        private final Map<Tags, Integer> waiting = new HashMap<>();
        private final Set<LockId> staleLocks = new HashSet<>();
        private boolean all = true;
    }

    Survey(LockEngine engine, Places places, LockListener listener, BackendMetrics backend) {
        MeterRegistry registry = backend.registry();
        this.engine = engine;
        this.pace = engine.pace(Duration.ZERO, LONG_REST, RESTS);
        this.places = places;
        this.listener = listener;
        this.backend = backend;
        this.active = gauge(registry, "holdfast.locks.active", "Locks that are held now");
        this.stale =
                gauge(registry, "holdfast.locks.stale", "Held without a heartbeat for too long");
        this.waiting = gauge(registry, "holdfast.queue.depth", "Requests that wait now");
        this.incomplete = new AtomicInteger();
        Gauge.builder("holdfast.survey.incomplete", incomplete, AtomicInteger::get)
                .description("1 if there were more locks or queues than are counted")
                .register(registry);
    }

    private static MultiGauge gauge(MeterRegistry registry, String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    /** As often as it is asked to, unless a look costs much: then some are left out. */
    void runUnlessItRests() {
        if (!pace.rests()) {
            run();
        }
    }

    synchronized void run() {
        long began = System.nanoTime();
        try {
            publish(pace.look(this::counted));
            backend.surveyed(System.nanoTime() - began);
        } catch (StoreException e) {
            backend.surveyFailed();
            LOG.debug("the store could not be looked at: {}", e.getMessage());
        } catch (RuntimeException e) {
            // The next look tries again: who ends here would show the store as it was for ever.
            backend.surveyFailed();
            LOG.warn("a look at the store failed by a mistake in Holdfast", e);
        }
    }

    private Count counted() {
        var count = new Count();
        countHolds(count);
        countWaiters(count);
        return count;
    }

    /** Reads the figures while none of them is being replaced. */
    <T> T reading(Supplier<T> work) {
        replacing.lock();
        try {
            return work.get();
        } finally {
            replacing.unlock();
        }
    }

    private void countHolds(Count count) {
        @Nullable HoldCursor after = null;
        for (int page = 0; page < PAGES_MAX; page++) {
            HoldPage found = engine.holds(after, HOLDS_PER_PAGE);
            for (Hold hold : found.holds()) {
                count(hold, found, count);
            }
            if (found.holds().size() < HOLDS_PER_PAGE) {
                return;
            }
            after = HoldCursor.after(found.holds().getLast());
        }
        count.all = false;
    }

    private void count(Hold hold, HoldPage page, Count count) {
        if (!hold.isLive(page.now()) || hold.standing() == Standing.QUARANTINE) {
            return;
        }
        Tags tags = places.of(hold.resource()).stackTags();
        count.active.merge(tags, 1, Integer::sum);
        if (hold.isStale(page.now(), engine.settings().staleAfter())) {
            count.stale.merge(tags, 1, Integer::sum);
            count.staleLocks.add(hold.id());
            if (!knownStale.contains(hold.id())) {
                listener.of(hold.resource()).stale.increment();
            }
        }
    }

    private void countWaiters(Count count) {
        @Nullable Root after = null;
        for (int seen = 0; seen < ROOTS_MAX; seen += ROOTS_PER_PAGE) {
            List<Root> roots = engine.queues().roots(after, ROOTS_PER_PAGE);
            for (Root root : roots) {
                Tags tags = places.of(new Resource(root, SubPath.WHOLE)).stackTags();
                count.waiting.merge(tags, engine.look(root).waiting(), Integer::sum);
            }
            if (roots.size() < ROOTS_PER_PAGE) {
                return;
            }
            after = roots.getLast();
        }
        count.all = false;
    }

    private void publish(Count count) {
        knownStale = count.staleLocks;
        // A stack in which nobody waits has an empty queue, and not none.
        count.active.keySet().forEach(tags -> count.waiting.putIfAbsent(tags, 0));
        replacing.lock();
        try {
            active.register(rows(count.active), true);
            stale.register(rows(count.stale), true);
            waiting.register(rows(count.waiting), true);
        } finally {
            replacing.unlock();
        }
        incomplete.set(count.all ? 0 : 1);
    }

    private static List<MultiGauge.Row<?>> rows(Map<Tags, Integer> counts) {
        return counts.entrySet().stream()
                .<MultiGauge.Row<?>>map(
                        entry -> MultiGauge.Row.of(entry.getKey(), entry.getValue()))
                .toList();
    }
}
