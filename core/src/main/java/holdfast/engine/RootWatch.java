package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.LockId;
import holdfast.model.Root;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Waits for one of some locks to be over: taken away by anybody on the store, or given back through this engine. It hears from when it was begun, and only hints: who
 * is told looks, and what nobody was told of is found by the next heartbeat. Awaited by one thread.
 */
public final class RootWatch implements AutoCloseable {
    private final Map<Root, Set<LockId>> locks;
    private final EngineHost.Signal signal;
    private final Consumer<RootWatch> end;

    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Set<Root> touched = new HashSet<>();

    RootWatch(EngineHost host, Map<Root, Set<LockId>> locks, Consumer<RootWatch> end) {
        this.locks = locks;
        this.signal = host.newSignal();
        this.end = end;
    }

    Set<Root> roots() {
        return locks.keySet();
    }

    boolean isOf(Root root, Set<LockId> some) {
        return !Collections.disjoint(locks.getOrDefault(root, Set.of()), some);
    }

    void touched(Root root) {
        mutex.lock();
        try {
            touched.add(root);
        } finally {
            mutex.unlock();
        }
        wake();
    }

    /** Lets who waits look again; from any thread. */
    public void wake() {
        signal.raise();
    }

    /** The roots in which a lock may be over since this was asked last. None when the time is over, or the engine closes. */
    public Set<Root> await(Duration atMost) throws InterruptedException {
        signal.await(atMost);
        mutex.lock();
        try {
            Set<Root> found = Set.copyOf(touched);
            touched.clear();
            return found;
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void close() {
        end.accept(this);
    }
}
