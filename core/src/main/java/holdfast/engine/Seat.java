package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.AcquireOutcome;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Ticket;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A waiter of this engine: the thread that waits, and the place in line that is touched for it. */
final class Seat {
    private final Root root;
    private final RequestId request;
    private final EngineHost.Signal signal;
    private final StoreTrouble trouble;

    /** Protects the fields below; innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private Ticket ticket;

    @GuardedBy("mutex")
    private @Nullable Delivery delivery;

    /** Whose place in which line it is. */
    record Place(Root root, RequestId request, Ticket ticket) {}

    /** A grant that a commit of this very engine made. It needs no confirmation, unless the caller is elsewhere. */
    record Delivery(AcquireOutcome.Granted granted, CommitLoop.Made made) {}

    Seat(Place place, EngineHost.Signal signal, StoreTrouble trouble) {
        this.root = place.root();
        this.request = place.request();
        this.ticket = place.ticket();
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

    Ticket ticket() {
        mutex.lock();
        try {
            return ticket;
        } finally {
            mutex.unlock();
        }
    }

    void moveTo(Ticket other) {
        mutex.lock();
        try {
            ticket = other;
        } finally {
            mutex.unlock();
        }
    }

    void deliver(Delivery granted) {
        mutex.lock();
        try {
            delivery = granted;
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

    /** Lets the waiting thread look again. */
    void wake() {
        signal.raise();
    }

    void await(Duration atMost) throws InterruptedException {
        signal.await(atMost);
    }
}
