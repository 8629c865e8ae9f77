package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Claim;
import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the waiters that one engine has in one root: touches their places, finds their grants, and settles the root when a
 * lease, a claim deadline, a quarantine or a freeze ends, since none of these tells anybody.
 */
final class RootPoller {
    private static final Logger LOG = LoggerFactory.getLogger(RootPoller.class);
    private static final int TOUCHES_PER_COMMIT_MAX = 500;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);
    private static final Duration BRIEFLY = Duration.ofMillis(1);
    private static final Duration WHILE_FROZEN = Duration.ofSeconds(1);

    private final Site site;
    private final CommitLoop loop;
    private final EngineSettings settings;
    private final Root root;
    private final EngineHost.Signal signal;

    /** Protects the seats; innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Seats seats = new Seats();

    /** Used by the polling thread alone. */
    private @Nullable HostTime touchedAt;

    RootPoller(Site site, CommitLoop loop, EngineSettings settings, Root root) {
        this.site = site;
        this.loop = loop;
        this.settings = settings;
        this.root = root;
        this.signal = site.host().newSignal();
    }

    void add(Seat seat) {
        mutex.lock();
        try {
            seats.add(seat);
        } finally {
            mutex.unlock();
        }
    }

    void remove(Seat seat) {
        boolean empty;
        mutex.lock();
        try {
            seats.remove(seat);
            empty = seats.isEmpty();
        } finally {
            mutex.unlock();
        }
        if (empty) {
            signal.raise();
        }
    }

    boolean isEmpty() {
        mutex.lock();
        try {
            return seats.isEmpty();
        } finally {
            mutex.unlock();
        }
    }

    void look() {
        signal.raise();
    }

    void run(BooleanSupplier over) {
        touchedAt = HostTime.of(site.host());
        try {
            while (!over.getAsBoolean()) {
                signal.await(round());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @return how long to rest if nothing is heard */
    private Duration round() {
        try {
            touchIfDue();
            var settled = loop.decide(root, Interest.NONE, loop.rulebook()::settle);
            wakeGranted(settled.view());
            return settled.made() == null ? nextLook(settled.view()) : BRIEFLY;
        } catch (StoreException e) {
            LOG.warn("waiters of '{}' could not look, trying again: {}", root, e.getMessage());
            return jittered(AFTER_FAILURE);
        } catch (RuntimeException e) {
            // The next round tries again: without it every waiter of the root would lose its place.
            LOG.warn("a round of the poller of '{}' failed and is repeated", root, e);
            return jittered(AFTER_FAILURE);
        }
    }

    private LockStore store() {
        return site.store();
    }

    private void touchIfDue() {
        HostTime now = HostTime.of(site.host());
        HostTime last = touchedAt;
        if (last != null && last.elapsed(now).compareTo(settings.ticketTouch()) < 0) {
            return;
        }
        List<Seat> all = allSeats();
        for (int from = 0; from < all.size(); from += TOUCHES_PER_COMMIT_MAX) {
            touch(all.subList(from, Math.min(all.size(), from + TOUCHES_PER_COMMIT_MAX)));
        }
        touchedAt = now;
    }

    private void touch(List<Seat> some) {
        Duration lease = settings.rules().ticketLease();
        Map<Ticket, List<Seat>> byTicket = new LinkedHashMap<>();
        some.forEach(seat ->
                byTicket.computeIfAbsent(seat.ticket(), ticket -> new ArrayList<>(1)).add(seat));
        List<Change> touches = new ArrayList<>();
        byTicket.keySet().forEach(ticket -> touches.add(new Change.Touch(ticket, lease)));
        var commit = new Commit(root, Interest.NONE, List.of(), touches, Set.of());
        if (store().commit(List.of(commit)).get(0) instanceof CommitResult.Committed committed) {
            // Granted, aborted or lapsed: the seat finds out which.
            Set<Ticket> missed = committed.stamp().missed();
            byTicket.forEach((ticket, seats) -> {
                if (missed.contains(ticket)) {
                    seats.forEach(Seat::wake);
                }
            });
        }
    }

    private List<Seat> allSeats() {
        mutex.lock();
        try {
            return seats.all();
        } finally {
            mutex.unlock();
        }
    }

    private void wakeGranted(RootView view) {
        for (Hold hold : view.holds()) {
            for (Claim claim : hold.claims()) {
                seatsOf(claim.request()).forEach(Seat::wake);
            }
        }
    }

    private List<Seat> seatsOf(RequestId request) {
        mutex.lock();
        try {
            return seats.of(request);
        } finally {
            mutex.unlock();
        }
    }

    private Duration nextLook(RootView view) {
        HostTime last = touchedAt;
        Duration rest =
                last == null
                        ? Duration.ZERO
                        : jittered(settings.ticketTouch())
                                .minus(last.elapsed(HostTime.of(site.host())));
        for (Hold hold : view.holds()) {
            rest = shorter(rest, view.now().until(hold.until()));
        }
        Freezes freezes = loop.freezes().goodAt(view.now());
        if (!freezes.all().isEmpty()) {
            rest = shorter(rest, WHILE_FROZEN);
        }
        return rest.isPositive() ? rest : BRIEFLY;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    /** Between 80 and 100 per cent: many engines must not look at the same moment. */
    private Duration jittered(Duration full) {
        long fifth = full.toNanos() / 5;
        return full.minusNanos(Math.floorMod(site.host().random(), Math.max(1, fifth)));
    }
}
