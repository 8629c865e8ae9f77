package holdfast.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Root;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Waits for something to be taken away in one of some roots, by anybody on the store. It hears from when it was begun, and only hints: who
 * is told looks, and what nobody was told of is found by the next heartbeat. Used by one thread.
 */
public final class RootWatch implements AutoCloseable {
    private final Set<Root> roots;
    private final EngineHost.Signal signal;
    private final Consumer<RootWatch> end;

    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Set<Root> touched = new HashSet<>();

    RootWatch(EngineHost host, Set<Root> roots, Consumer<RootWatch> end) {
        this.roots = roots;
        this.signal = host.newSignal();
        this.end = end;
    }

    Set<Root> roots() {
        return roots;
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

    void wake() {
        signal.raise();
    }

    /** The roots in which something may have been taken away since this was asked last. None when the time is over, or the engine closes. */
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
