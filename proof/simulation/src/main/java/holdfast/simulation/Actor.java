package holdfast.simulation;

import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.Interest;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of a simulated process: a caller, or a loop that an engine started. It runs only while it has the baton. */
final class Actor {
    private final Scheduler scheduler;
    private final Node node;
    private final String name;
    private final Thread thread;

    /** When each root was seen last by this actor, to judge what its next commit could know. */
    private final Map<Root, StoreTime> views = new HashMap<>();

    private volatile @Nullable Thread home;
    private volatile boolean hasBaton;
    private boolean finished;
    private boolean interruptible;
    private boolean interrupted;
    private long nap;

    /** Its process died: unwinds the thread, and is no RuntimeException so that no loop goes on with it. */
    static final class Crashed extends Error {
        private static final long serialVersionUID = 1;

        Crashed() {
            super("crashed", null, false, false);
        }
    }

    Actor(Node node, String name, Runnable task) {
        this.scheduler = node.world().scheduler();
        this.node = node;
        this.name = name;
        this.thread = Thread.ofVirtual().name(name).unstarted(() -> live(task));
    }

    Node node() {
        return node;
    }

    boolean isFinished() {
        return finished;
    }

    /** A caller looks without interest only beside its decision, to find cycles or names; a loop decides with such looks. */
    void saw(Root root, Interest interest, StoreTime now) {
        if (!interest.equals(Interest.NONE) || !name.contains("/client")) {
            views.put(root, now);
        }
    }

    /** After a commit of its own the actor decides with what its engine remembers, unless it looks again. */
    void committed(Root root) {
        views.remove(root);
    }

    /** When the root was seen with which this actor decides, as far as known. */
    @Nullable StoreTime lastLook(Root root) {
        return views.get(root);
    }

    private void live(Runnable task) {
        awaitBaton();
        try {
            if (!node.isDead()) {
                task.run();
            }
        } catch (Crashed e) {
            // As it should be: nothing of this process goes on.
        } catch (Throwable e) {
            node.world().broken(new Violation("NoUnexpectedError", name + " died of " + e, e));
        } finally {
            finished = true;
            giveBaton();
        }
    }

    void start(long delay) {
        thread.start();
        wake(++nap, delay);
    }

    // -- on the scheduler's thread --

    /** Wakes the actor from this nap, unless something else did before or its process is stopped; then it sleeps on. */
    void wake(long fromNap, long delay) {
        scheduler.after(delay, () -> wakeNow(fromNap));
    }

    private void wakeNow(long fromNap) {
        if (finished || fromNap != nap || node.isDead()) {
            return;
        }
        long paused = node.pauseLeft();
        if (paused > 0) {
            wake(fromNap, paused + node.world().chance().below(2_000_000));
        } else {
            scheduler.run(this);
        }
    }

    void takeBaton() {
        home = Thread.currentThread();
        hasBaton = true;
        LockSupport.unpark(thread);
        while (hasBaton) {
            LockSupport.park(this);
        }
    }

    /** Lets the thread of a dead process come to its end. */
    void unwind() {
        while (!finished) {
            scheduler.run(this);
        }
    }

    /** The next wait for a signal, or the one under way, ends with an InterruptedException. */
    void interrupt() {
        interrupted = true;
        if (interruptible) {
            wake(nap, 0);
        }
    }

    // -- on the actor's thread --

    /** Begins a nap, of which {@link #wake} must be told before {@link #sleep} is called. */
    long lieDown() {
        if (node.isDead()) {
            throw new Crashed();
        }
        return ++nap;
    }

    void sleep() {
        giveBaton();
        awaitBaton();
        if (node.isDead()) {
            throw new Crashed();
        }
    }

    /** Like {@link #sleep}, but an interrupt ends it. */
    void sleepInterruptibly() {
        interruptible = true;
        try {
            sleep();
        } finally {
            interruptible = false;
        }
    }

    void rest(long nanos) {
        wake(lieDown(), nanos);
        sleep();
    }

    boolean takeInterrupt() {
        boolean was = interrupted;
        interrupted = false;
        return was;
    }

    private void giveBaton() {
        hasBaton = false;
        LockSupport.unpark(home);
    }

    private void awaitBaton() {
        while (!hasBaton) {
            LockSupport.park(this);
            // A set flag would make every park return at once.
            interrupted |= Thread.interrupted();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
