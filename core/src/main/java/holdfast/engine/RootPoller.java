package holdfast.engine;

import holdfast.model.Freezes;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the waiters that one engine has in one root: touches their places, finds their grants, and settles the root when a
 * lease, a claim deadline, a quarantine or a freeze ends, since none of these tells anybody.
 */
final class RootPoller {
    private static final Logger LOG = LoggerFactory.getLogger(RootPoller.class);
    private static final int TOUCHES_PER_COMMIT_MAX = 500;
    private static final int SHOWN_PER_LOOK_MAX = 100;
    private static final Duration AFTER_MISTAKE = Duration.ofMillis(500);
    private static final Duration BRIEFLY = Duration.ofMillis(1);

    /** Within this time of a newcomer the poller knows when the hold ends that it waits for. */
    private static final Duration SOON = Duration.ofMillis(250);

    private static final Duration WHILE_FROZEN = Duration.ofSeconds(1);
    private static final Duration BETWEEN_TOUCHES_MIN = Duration.ofMillis(250);
    private static final Duration BETWEEN_TOUCHES_PER_SEAT = Duration.ofMillis(10);

    private final Site site;
    private final CommitLoop loop;
    private final EngineSettings settings;
    private final Root root;
    private final EngineHost.Signal signal;

    private final StoreTrouble trouble;

    private final Seats seats = new Seats();
    private final AtomicBoolean noticed = new AtomicBoolean();
    private final AtomicBoolean noticedSoon = new AtomicBoolean();

    /** Seats whose places nobody has looked at yet. They may have been cancelled before they were there to be told. */
    private final Queue<Seat> newcomers = new ConcurrentLinkedQueue<>();

    /** When the first of those came who wait now; before, nobody did. */
    private volatile HostTime begun;

    /** When the polling thread wakes by itself, on the monotonic clock of the host. */
    private volatile long wakesAt;

    /** The begin that the fields below know of. Used by the polling thread alone. */
    private HostTime begunBefore;

    /** When the places were touched, and how long after that they are again. Used by the polling thread alone. */
    private HostTime touchedAt;

    private Duration touchAfter;

    /** When the root was looked at, and how long after that it is again. Used by the polling thread alone. */
    private HostTime lookedAt;

    private Duration lookAfter = SOON;

    /** As of the last look; used by the polling thread alone. */
    private boolean frozen;

    /** Whose turn had come at the last look: their places are gone. Used by the polling thread alone. */
    private Set<Seat> granted = Set.of();

    RootPoller(Site site, CommitLoop loop, EngineSettings settings, Root root) {
        this.site = site;
        this.loop = loop;
        this.settings = settings;
        this.root = root;
        this.signal = site.host().newSignal();
        this.trouble = new StoreTrouble("waiting for '" + root + "'");
        this.begun = HostTime.of(site.host());
        this.begunBefore = begun;
        this.touchedAt = begun;
        this.touchAfter = jittered(settings.ticketTouch());
        this.lookedAt = begun;
        this.wakesAt = begun.monotonicNanos();
    }

    /** Why the places are not touched at present. */
    StoreTrouble trouble() {
        return trouble;
    }

    void add(Seat seat) {
        if (seats.isEmpty()) {
            begun = HostTime.of(site.host());
        }
        seats.add(seat);
    }

    /** After the last one the polling thread stays a moment: the next often comes soon. */
    void remove(Seat seat) {
        seats.remove(seat);
        if (seats.isEmpty()) {
            newcomers.clear();
            noticedSoon.set(false);
            raiseUnlessAwakeSoon();
        }
    }

    private void raiseUnlessAwakeSoon() {
        if (wakesAt - site.host().monotonicNanos() > SOON.toNanos()) {
            signal.raise();
        }
    }

    boolean isEmpty() {
        return seats.isEmpty();
    }

    /** Lets the polling thread see whether it is over. */
    void wake() {
        signal.raise();
    }

    /** The seat has a place in line now, perhaps behind a hold that nobody has looked at. */
    void seated(Seat seat) {
        boolean first = newcomers.isEmpty();
        newcomers.add(seat);
        if (first) {
            raiseUnlessAwakeSoon();
        }
    }

    /** The store says that something happened. */
    void notice() {
        noticed.set(true);
        signal.raise();
    }

    /** The store says what happened, and who must know does: others, whom it may concern too, can wait a little. */
    void noticeSoon() {
        if (!noticedSoon.getAndSet(true)) {
            raiseUnlessAwakeSoon();
        }
    }

    void run(BooleanSupplier over) {
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
            beginAnew();
            touchIfDue();
            if (isLookAskedFor()) {
                lookAfter = shorter(lookAfter, sinceLook().plus(SOON));
            }
            if (noticed.get() || !untilLook().isPositive()) {
                look();
            }
            trouble.over();
            Duration rest = restingFor(shorter(untilLook(), untilTouch()));
            // Who asked for a look meanwhile did not know how long that is.
            return isLookAskedFor() ? shorter(rest, SOON) : rest;
        } catch (StoreException e) {
            return restingFor(jittered(trouble.failed(e)));
        } catch (RuntimeException e) {
            // The next round tries again: without it every waiter of the root would lose its place.
            LOG.warn("a round of the poller of '{}' failed and is repeated", root, e);
            return restingFor(jittered(AFTER_MISTAKE));
        }
    }

    private Duration restingFor(Duration rest) {
        wakesAt = site.host().monotonicNanos() + rest.toNanos();
        return rest;
    }

    private boolean isLookAskedFor() {
        return !newcomers.isEmpty() || noticedSoon.get();
    }

    /** Whoever waits now came after all others had left: it is looked after as if it was the first. */
    private void beginAnew() {
        HostTime now = begun;
        if (!now.equals(begunBefore)) {
            begunBefore = now;
            touchedAt = now;
            touchAfter = jittered(settings.ticketTouch());
            lookedAt = now;
            lookAfter = SOON;
        }
    }

    private void look() {
        HostTime now = HostTime.of(site.host());
        lookAfter = Duration.ZERO; // again in the next round, unless this one succeeds
        List<Seat> fresh = newcomers.stream().limit(SHOWN_PER_LOOK_MAX).toList();
        boolean toldSoon = noticedSoon.getAndSet(false);
        if (noticed.getAndSet(false) || toldSoon) {
            // The look shows grants. That a place was taken away is only seen by touching it.
            touchAfter = shorter(touchAfter, soonestTouch());
        }
        var settled = loop.decide(root, interestIn(shownFor(fresh)), loop.rulebook()::settle);
        wakeGranted(settled.view());
        wakeGone(fresh, settled.view());
        newcomers.removeAll(fresh);
        lookedAt = now;
        lookAfter = settled.made() == null ? nextLook(settled.view()) : BRIEFLY;
    }

    /** The more seats there are, the more a touch costs the store. */
    private Duration soonestTouch() {
        Duration bySeats = BETWEEN_TOUCHES_PER_SEAT.multipliedBy(seats.all().size());
        return bySeats.compareTo(BETWEEN_TOUCHES_MIN) > 0 ? bySeats : BETWEEN_TOUCHES_MIN;
    }

    /** While something is frozen, whoever is exempt may stand hidden behind others: its engine shows it. */
    private List<Seat> shownFor(List<Seat> fresh) {
        return frozen ? seats.all().stream().limit(SHOWN_PER_LOOK_MAX).toList() : fresh;
    }

    private static Interest interestIn(List<Seat> some) {
        return new Interest(some.stream().map(Seat::request).collect(Collectors.toSet()), Set.of());
    }

    private static void wakeGone(List<Seat> some, RootView view) {
        Set<Ticket> there = view.waiters().stream().map(Waiter::ticket).collect(Collectors.toSet());
        some.stream()
                .filter(seat -> seat.ticket().filter(there::contains).isEmpty())
                .forEach(Seat::wake);
    }

    private LockStore store() {
        return site.store();
    }

    private void touchIfDue() {
        if (untilTouch().isPositive()) {
            return;
        }
        HostTime now = HostTime.of(site.host());
        List<Seat> all = seats.all().stream().filter(seat -> !granted.contains(seat)).toList();
        for (int from = 0; from < all.size(); from += TOUCHES_PER_COMMIT_MAX) {
            touch(all.subList(from, Math.min(all.size(), from + TOUCHES_PER_COMMIT_MAX)));
        }
        touchedAt = now;
        touchAfter = jittered(settings.ticketTouch());
    }

    private void touch(List<Seat> some) {
        Duration lease = settings.rules().ticketLease();
        List<Change> touches = new ArrayList<>();
        some.stream()
                .flatMap(seat -> seat.ticket().stream())
                .distinct()
                .forEach(ticket -> touches.add(new Change.Touch(ticket, lease)));
        if (touches.isEmpty()) {
            return;
        }
        var commit = new Commit(root, Interest.NONE, List.of(), touches, Set.of());
        HostTime sentAt = HostTime.of(site.host());
        if (store().commit(List.of(commit)).get(0) instanceof CommitResult.Committed committed) {
            var anchor = new Anchor(sentAt, committed.stamp().now());
            for (Seat seat : some) {
                if (seat.ticket().filter(committed.stamp().missed()::contains).isPresent()) {
                    // Granted, aborted or lapsed: the seat finds out which.
                    seat.wake();
                } else {
                    seat.keptBy(anchor);
                }
            }
        }
    }

    private void wakeGranted(RootView view) {
        granted =
                view.holds().stream()
                        .flatMap(hold -> hold.claims().stream())
                        .flatMap(claim -> seats.of(claim.request()).stream())
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        granted.forEach(Seat::wake);
    }

    private Duration untilTouch() {
        return touchAfter.minus(touchedAt.elapsed(HostTime.of(site.host())));
    }

    private Duration untilLook() {
        return lookAfter.minus(sinceLook());
    }

    private Duration sinceLook() {
        return lookedAt.elapsed(HostTime.of(site.host()));
    }

    private Duration nextLook(RootView view) {
        // Places that are due are touched before that: then the look goes with the touch after.
        Duration rest = untilTouch().isPositive() ? untilTouch() : settings.ticketTouch();
        for (Hold hold : view.holds()) {
            rest = shorter(rest, view.now().until(hold.until()));
        }
        Freezes freezes = loop.freezes().goodAt(view.now());
        frozen = !freezes.all().isEmpty();
        if (frozen) {
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
