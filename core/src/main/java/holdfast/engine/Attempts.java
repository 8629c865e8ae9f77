package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of this engine that ask under one request id. They share one claim, so none may give it up under the feet of another:
 * only the last call gives it up, and only if no call got it; a withdrawal that is still to come is called off by the next call;
 * and no call begins in the middle of one.
 */
final class Attempts {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final EngineHost host;

    /** Innermost: never held while the store is asked or a call waits. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<RequestId, Entry> entries = new HashMap<>();

    /** What a call leaves behind that must be given up. */
    enum Debt {
        NONE,
        /** Perhaps a grant whose answer was lost. It is left for a moment: the caller may well ask again for it. */
        WITHDRAW_LATER,
        /** A place in line, or a grant that came too late. */
        WITHDRAW_NOW
    }

    /** What is under way for one request; guarded by the mutex of its attempts. */
    private static final class Entry {
        private int calls;
        private boolean got;
        private Debt debt = Debt.NONE;
        private boolean toWithdraw;
        private boolean withdrawing;
        private final List<EngineHost.Signal> waiting = new ArrayList<>(0);

        private void owe(Debt other) {
            debt = debt.compareTo(other) < 0 ? other : debt;
        }

        private boolean isOver() {
            return calls == 0 && !toWithdraw && !withdrawing && waiting.isEmpty();
        }
    }

    Attempts(EngineHost host) {
        this.host = host;
    }

    /** Begins a call, after the end of a withdrawal that is just being made. */
    void begin(RequestId request) throws InterruptedException {
        EngineHost.Signal signal = tryBegin(request);
        while (signal != null) {
            signal.await(LOOK_AGAIN);
            signal = tryBegin(request);
        }
    }

    /** Null if the call has begun, or else what to wait for. */
    private EngineHost.@Nullable Signal tryBegin(RequestId request) {
        mutex.lock();
        try {
            Entry entry = entries.computeIfAbsent(request, id -> new Entry());
            if (entry.withdrawing) {
                EngineHost.Signal signal = host.newSignal();
                entry.waiting.add(signal);
                return signal;
            }
            entry.calls++;
            if (entry.toWithdraw) {
                entry.toWithdraw = false;
                entry.owe(Debt.WITHDRAW_LATER);
            }
            return null;
        } finally {
            mutex.unlock();
        }
    }

    void owe(RequestId request, Debt debt) {
        change(request, entry -> entry.owe(debt));
    }

    /** A caller hears of the lock: from now on it is not given up, but released. */
    void got(RequestId request) {
        change(request, entry -> entry.got = true);
    }

    /** Ends a call. It must do what the answer says, and then tell {@link #withdrawn} or {@link #notWithdrawn}. */
    Debt end(RequestId request) {
        mutex.lock();
        try {
            Entry entry = entries.get(request);
            if (entry == null) {
                return Debt.NONE;
            }
            entry.calls--;
            Debt debt = entry.calls > 0 || entry.got ? Debt.NONE : entry.debt;
            entry.withdrawing = debt == Debt.WITHDRAW_NOW;
            entry.toWithdraw = debt == Debt.WITHDRAW_LATER;
            removeIfOver(request, entry);
            return debt;
        } finally {
            mutex.unlock();
        }
    }

    /** Someone gave the lock back and the store did not take it: answers whether it is to be tried later. */
    boolean withdrawLater(RequestId request) {
        mutex.lock();
        try {
            Entry entry = entries.computeIfAbsent(request, id -> new Entry());
            entry.toWithdraw = entry.calls == 0 && !entry.withdrawing;
            return entry.toWithdraw;
        } finally {
            mutex.unlock();
        }
    }

    /** Whether the withdrawal has not been called off. Then {@link #withdrawn} or {@link #notWithdrawn} must follow. */
    boolean beginWithdrawal(RequestId request) {
        mutex.lock();
        try {
            Entry entry = entries.get(request);
            if (entry == null || !entry.toWithdraw || entry.withdrawing) {
                return false;
            }
            entry.withdrawing = true;
            return true;
        } finally {
            mutex.unlock();
        }
    }

    /** There is nothing left to give up. */
    void withdrawn(RequestId request) {
        change(
                request,
                entry -> {
                    entry.toWithdraw = false;
                    entry.debt = Debt.NONE;
                    endWithdrawal(entry);
                });
    }

    /** The store did not answer: another withdrawal will be tried later. */
    void notWithdrawn(RequestId request) {
        change(
                request,
                entry -> {
                    entry.toWithdraw = true;
                    endWithdrawal(entry);
                });
    }

    /** What is left behind is left to lapse. */
    void abandon(RequestId request) {
        change(request, entry -> entry.toWithdraw = false);
    }

    private static void endWithdrawal(Entry entry) {
        entry.withdrawing = false;
        entry.waiting.forEach(EngineHost.Signal::raise);
        entry.waiting.clear();
    }

    private void change(RequestId request, Consumer<Entry> change) {
        mutex.lock();
        try {
            Entry entry = entries.get(request);
            if (entry != null) {
                change.accept(entry);
                removeIfOver(request, entry);
            }
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private void removeIfOver(RequestId request, Entry entry) {
        if (entry.isOver()) {
            entries.remove(request, entry);
        }
    }
}
