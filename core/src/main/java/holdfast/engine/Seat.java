package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.AcquireOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Notice;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A waiter of this engine: the thread that waits, and the place in line, once there is one, that is touched for it. */
final class Seat {
    private final Root root;
    private final RequestId request;
    private final EngineHost.Signal signal;
    private final StoreTrouble trouble;

    /** Protects the fields below; innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private @Nullable Waiter place;

    @GuardedBy("mutex")
    private @Nullable Anchor anchor;

    @GuardedBy("mutex")
    private @Nullable Delivery delivery;

    @GuardedBy("mutex")
    private Notice.@Nullable Offer offer;

    /** Whether there was reason to look since the thread last did. */
    @GuardedBy("mutex")
    private boolean called;

    /** A grant that a commit of this very engine made. It needs no confirmation, unless the caller is elsewhere. */
    record Delivery(AcquireOutcome.Granted granted, CommitLoop.Made made) {}

    Seat(Root root, RequestId request, EngineHost.Signal signal, StoreTrouble trouble) {
        this.root = root;
        this.request = request;
        this.signal = signal;
        this.trouble = trouble;
    }

    Root root() {
        return root;
    }

    RequestId request() {
        return request;
    }

    StoreTrouble trouble() {
        return trouble;
    }

    Optional<Ticket> ticket() {
        mutex.lock();
        try {
            return Optional.ofNullable(place).map(Waiter::ticket);
        } finally {
            mutex.unlock();
        }
    }

    void moveTo(Waiter other) {
        mutex.lock();
        try {
            place = other;
        } finally {
            mutex.unlock();
        }
    }

    Optional<Waiter> place() {
        mutex.lock();
        try {
            return Optional.ofNullable(place);
        } finally {
            mutex.unlock();
        }
    }

    /** The place was kept by this commit. */
    void keptBy(Anchor commit) {
        mutex.lock();
        try {
            anchor = commit;
        } finally {
            mutex.unlock();
        }
    }

    /** The last commit of this engine that made or kept the place. */
    Optional<Anchor> anchor() {
        mutex.lock();
        try {
            return Optional.ofNullable(anchor);
        } finally {
            mutex.unlock();
        }
    }

    void deliver(Delivery granted) {
        mutex.lock();
        try {
            delivery = granted;
            called = true;
        } finally {
            mutex.unlock();
        }
        signal.raise();
    }

    @Nullable Delivery delivery() {
        mutex.lock();
        try {
            return delivery;
        } finally {
            mutex.unlock();
        }
    }

    /** A commit of another engine granted it this, if the notice tells the truth. */
    void offer(Notice.Offer made) {
        mutex.lock();
        try {
            offer = made;
            called = true;
        } finally {
            mutex.unlock();
        }
        signal.raise();
    }

    /** What was offered since this was last asked. */
    Notice.@Nullable Offer takeOffer() {
        mutex.lock();
        try {
            Notice.Offer latest = offer;
            offer = null;
            return latest;
        } finally {
            mutex.unlock();
        }
    }

    /** Lets the waiting thread look again. */
    void wake() {
        mutex.lock();
        try {
            called = true;
        } finally {
            mutex.unlock();
        }
        signal.raise();
    }

    /** Waits until there is reason to look. */
    void await(Duration atMost) throws InterruptedException {
        if (!wasCalled()) {
            signal.await(atMost);
            wasCalled();
        }
    }

    private boolean wasCalled() {
        mutex.lock();
        try {
            boolean was = called;
            called = false;
            return was;
        } finally {
            mutex.unlock();
        }
    }

    /** Waits for a nudge, or until there is reason to look, which the next wait is told too. */
    void doze(Duration atMost) throws InterruptedException {
        signal.await(atMost);
    }

    /** Ends a doze. */
    void nudge() {
        signal.raise();
    }
}
