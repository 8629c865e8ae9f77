package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.AcquireOutcome;
import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.HoldDraft;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.Notice;
import holdfast.store.StoreException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The waiters of this engine. A grant reaches its seat in one of three ways: delivered by a commit of this engine, found by the
 * root's poller after a notice, or found by the poller in its own time. Each seat is woken for its own grant only.
 */
final class WaitingRoom {
    private static final Logger LOG = LoggerFactory.getLogger(WaitingRoom.class);

    private final Site site;
    private final CommitLoop loop;
    private final EngineSettings settings;
    private final Consumer<Root> otherNotices;

    /** Protects the map and what is below it; never held while the store is asked or a seat is told. */
    private final ReentrantLock mutex = new ReentrantLock();

    private final Seats seats = new Seats();

    @GuardedBy("mutex")
    private final Map<Root, RootPoller> pollers = new HashMap<>();

    @GuardedBy("mutex")
    private final Map<EngineId, LockStore.Listening> listening = new HashMap<>();

    @GuardedBy("mutex")
    private boolean closed;

    WaitingRoom(Site site, CommitLoop loop, EngineSettings settings, Consumer<Root> otherNotices) {
        this.site = site;
        this.loop = loop;
        this.settings = settings;
        this.otherNotices = otherNotices;
    }

    /** Gives a request a seat, before it gets its place in line: so nothing that happens to the place is missed. */
    Seat enter(Root root, RequestId request) {
        EngineHost.Signal signal = site.host().newSignal();
        Seat seat;
        RootPoller poller;
        boolean isNew;
        boolean tooLate;
        mutex.lock();
        try {
            tooLate = closed;
            isNew = !pollers.containsKey(root);
            poller =
                    pollers.computeIfAbsent(root, key -> new RootPoller(site, loop, settings, key));
            seat = new Seat(root, request, signal, poller.trouble());
            seats.add(seat);
            poller.add(seat);
        } finally {
            mutex.unlock();
        }
        if (isNew) {
            site.host().start("holdfast-poller", () -> poller.run(() -> isOver(root, poller)));
        }
        listen();
        if (tooLate) {
            // Closing woke everyone who had a seat by then.
            seat.wake();
        }
        return seat;
    }

    /** The request has its place in line. */
    void seated(Seat seat, Waiter place) {
        seat.moveTo(place);
        mutex.lock();
        try {
            RootPoller poller = pollers.get(seat.root());
            if (poller != null) {
                poller.seated(seat);
            }
        } finally {
            mutex.unlock();
        }
    }

    void leave(Seat seat) {
        Root root = seat.root();
        mutex.lock();
        try {
            seats.remove(seat);
            RootPoller poller = pollers.get(root);
            if (poller != null) {
                poller.remove(seat);
            }
        } finally {
            mutex.unlock();
        }
    }

    /** Whether the poller of a root has nobody left to look for; then the next seat gets a new one. */
    private boolean isOver(Root root, RootPoller poller) {
        mutex.lock();
        try {
            boolean over = closed || poller.isEmpty();
            if (over) {
                pollers.remove(root, poller);
            }
            return over;
        } finally {
            mutex.unlock();
        }
    }

    /** Hands the grants of a commit of this engine to the seats that wait for them. */
    void committed(CommitLoop.Made made) {
        long number = made.stamp().firstNumber();
        Map<Seat, Seat.Delivery> deliveries = new LinkedHashMap<>();
        for (Change change : made.commit().changes()) {
            switch (change) {
                case Change.Grant grant ->
                        find(grant.draft(), new Token(number++), made, deliveries);
                case Change.Join join -> number++;
                case Change.Amend amend -> wake(amend.claims());
                // Cancelled or aborted: nobody else tells the waiter.
                case Change.Leave leave when leave.ending() != null ->
                        wake(List.of(leave.waiter().claim()));
                default -> {}
            }
        }
        deliveries.forEach(Seat::deliver);
    }

    private void find(
            HoldDraft draft,
            Token token,
            CommitLoop.Made made,
            Map<Seat, Seat.Delivery> deliveries) {
        boolean ours =
                draft.standing() == Standing.CONFIRMED && draft.engine().equals(site.engine());
        if (!ours && !draft.engine().equals(EngineId.ANY_SERVER)) {
            return;
        }
        for (Claim claim : draft.claims()) {
            for (Seat seat : seats.of(claim.request())) {
                var granted =
                        new AcquireOutcome.Granted(draft.stamped(made.stamp().now(), token), claim);
                deliveries.put(seat, new Seat.Delivery(granted, made));
            }
        }
    }

    private void wake(List<Claim> claims) {
        for (Claim claim : claims) {
            seats.of(claim.request()).forEach(Seat::wake);
        }
    }

    /**
     * Begins to hear from the store. Holders listen too, to learn at once when someone takes their lock away. A notice is only a
     * hint, so a store that cannot be listened to costs time and nothing else; the next one who needs it tries again.
     */
    void listen() {
        listen(site.engine());
    }

    /** As {@link #listen()}, to what is told to the given one. */
    void listen(EngineId engine) {
        mutex.lock();
        try {
            if (listening.containsKey(engine) || closed) {
                return;
            }
        } finally {
            mutex.unlock();
        }
        try {
            keep(engine, site.store().listen(engine, this::noticed));
        } catch (StoreException e) {
            LOG.warn("nothing can be heard from the store for now: {}", e.getMessage());
        }
    }

    private void keep(EngineId engine, LockStore.Listening opened) {
        boolean unneeded;
        mutex.lock();
        try {
            unneeded = closed || listening.putIfAbsent(engine, opened) != null;
        } finally {
            mutex.unlock();
        }
        if (unneeded) {
            opened.close();
        }
    }

    /** Something may have happened to the root. */
    void noticed(Root root) {
        noticed(new Notice(root));
    }

    private void noticed(Notice notice) {
        RootPoller poller;
        mutex.lock();
        try {
            poller = pollers.get(notice.root());
        } finally {
            mutex.unlock();
        }
        // First, since what is offered next need not be looked after yet.
        otherNotices.accept(notice.root());
        boolean told = offer(notice);
        if (poller != null && told) {
            poller.noticeSoon();
        } else if (poller != null) {
            poller.notice();
        }
    }

    /** Wakes those to whom something is offered; answers whether anybody was. */
    private boolean offer(Notice notice) {
        boolean told = false;
        for (Notice.Offer offer : notice.offers()) {
            for (Seat seat : seats.of(offer.request())) {
                // The same id may wait elsewhere too.
                if (seat.root().equals(notice.root())) {
                    seat.offer(offer);
                    told = true;
                }
            }
        }
        return told;
    }

    /** Lets everybody look again. */
    void wakeAll() {
        seats.all().forEach(Seat::wake);
    }

    void close() {
        List<LockStore.Listening> toClose;
        List<RootPoller> running;
        List<Seat> waiting;
        mutex.lock();
        try {
            closed = true;
            toClose = List.copyOf(listening.values());
            listening.clear();
            running = List.copyOf(pollers.values());
            waiting = seats.all();
        } finally {
            mutex.unlock();
        }
        toClose.forEach(LockStore.Listening::close);
        running.forEach(RootPoller::wake);
        waiting.forEach(Seat::wake);
    }
}
