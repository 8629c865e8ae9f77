package holdfast.store.redis;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a connection, which callers drive themselves while they wait for their answers: then nobody is woken to send for them,
 * and they are not woken by who received. While a few wait, one of them drives, and when it has its answer the next; while many wait,
 * or nobody, the loop's own thread does.
 *
 * <p>One thread drives at a time, and for Netty that one is the loop's thread: it took over by a compare-and-set from whoever drove
 * before, so it sees all that one did. Nothing is missed while nobody drives: whoever adds a task, or begins to wait for an answer,
 * passes the driving on if it sees no driver, and whoever stops driving, or waiting, looks for both afterwards.
 */
final class DrivenLoop extends SingleThreadIoEventLoop {
    /** Netty asks for some bound; tasks of a connection are short. */
    private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** If no caller drove for so long, the loop's own thread does again. What comes unasked, such as an end of file, waits for that. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** If more wait than this, one thread that does nothing else is faster than many that take turns. */
    private static final int FEW = 4;

    private final AtomicReference<@Nullable Thread> driver = new AtomicReference<>();

    /** Answers that somebody waits for who did not drive when it asked. */
    private final AtomicInteger awaited = new AtomicInteger();

    /** Those of them who may drive, as long as they are few. */
    private final Queue<Follower> followers = new ConcurrentLinkedQueue<>();

    private volatile @Nullable Thread own;

    /** How often callers drove, or could have: only for their sake the loop's own thread does not. */
    private final AtomicInteger drives = new AtomicInteger();

    // What follows is used by the driver alone.
    private final Watchfulness watchfulness = new Watchfulness();
    private boolean awake;
    private long deadline = Long.MAX_VALUE;

    /** A caller that waits for its answer, and may be the next to drive. */
    private static final class Follower {
        private final Thread thread = Thread.currentThread();
        private final CompletableFuture<?> answer;
        private volatile boolean sleeping;

        private Follower(CompletableFuture<?> answer) {
            this.answer = answer;
        }

        /** Who does not sleep is left alone, or the next sleep of its thread, for whatever reason, would be cut short. */
        private void wake() {
            if (sleeping) {
                LockSupport.unpark(thread);
            }
        }
    }

    DrivenLoop(@Nullable IoEventLoopGroup group, Executor executor, IoHandlerFactory handlers) {
        super(group, executor, handlers);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return thread.equals(driver.get());
    }

    /** Lets the caller drive until it leaves, if nobody else does or waits: so it sends itself what it has to send. */
    boolean tryDrive() {
        return awaited.get() == 0 && !isShuttingDown() && tryTakeOver();
    }

    /** Not a virtual thread: it would keep its carrier from others meanwhile. */
    private boolean tryTakeOver() {
        Thread caller = Thread.currentThread();
        return !caller.isVirtual() && driver.compareAndSet(null, caller);
    }

    void leave() {
        drives.incrementAndGet();
        driver.set(null);
        passOn();
    }

    /** If nobody drives and somebody should, lets one who waits do so, or else the loop's own thread. */
    private void passOn() {
        if (driver.get() != null || !isNeeded()) {
            return;
        }
        Follower next = awaited.get() > FEW ? null : nextFollower();
        if (next == null) {
            LockSupport.unpark(own);
        } else {
            next.wake();
        }
    }

    private @Nullable Follower nextFollower() {
        for (Follower follower : followers) {
            if (!follower.answer.isDone()) {
                return follower;
            }
        }
        return null;
    }

    private boolean isNeeded() {
        return awaited.get() > 0 || pendingTasks() > 0 || isShuttingDown();
    }

    /** Returns when the answer is there, the deadline has passed, or the loop is shut down. Not earlier on an interrupted thread. */
    void await(CompletableFuture<?> answer, long deadline) {
        if (inEventLoop()) {
            driveUntil(answer, deadline);
        } else {
            follow(answer, deadline);
        }
    }

    private void follow(CompletableFuture<?> answer, long deadline) {
        var me = new Follower(answer);
        boolean mayDrive = awaited.getAndIncrement() < FEW && !me.thread.isVirtual();
        if (mayDrive) {
            drives.incrementAndGet();
            followers.add(me);
        }
        var unused =
                answer.whenComplete((value, failure) -> {
                    awaited.decrementAndGet();
                    me.wake();
                });
        passOn();
        boolean interrupted = false;
        long left = deadline - System.nanoTime();
        while (!answer.isDone() && left > 0 && !isShuttingDown()) {
            if (mayDrive && tryTakeOver()) {
                try {
                    driveUntil(answer, deadline);
                } finally {
                    leave();
                }
            } else {
                sleep(me, mayDrive, left);
            }
            interrupted |= Thread.interrupted();
            left = deadline - System.nanoTime();
        }
        if (mayDrive) {
            followers.remove(me);
        }
        passOn();
        if (interrupted) {
            me.thread.interrupt();
        }
    }

    /** Whoever completes the answer or stops driving looks at who sleeps afterwards: so what they did is looked at after that was said. */
    private void sleep(Follower me, boolean mayDrive, long nanos) {
        me.sleeping = true;
        if (!me.answer.isDone() && !(mayDrive && driver.get() == null)) {
            LockSupport.parkNanos(this, nanos);
        }
        me.sleeping = false;
    }

    private void driveUntil(CompletableFuture<?> answer, long deadline) {
        this.deadline = deadline;
        long began = System.nanoTime();
        long now = began;
        boolean interrupted = false;
        boolean staysAwake = watchfulness.staysAwake();
        try {
            runAllTasks(TASKS_NANOS);
            while (!answer.isDone() && now - deadline < 0 && !isShuttingDown()) {
                // Or nothing would be waited for.
                interrupted |= Thread.interrupted();
                awake = staysAwake && now - began < Watchfulness.LONGEST_NANOS;
                runIo();
                awake = false;
                runAllTasks(TASKS_NANOS);
                now = System.nanoTime();
            }
            watchfulness.took(now - began);
        } finally {
            awake = false;
            this.deadline = Long.MAX_VALUE;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    protected void addTask(Runnable task) {
        super.addTask(task);
        passOn();
    }

    /** Whoever stays awake does as if there was always something to do. */
    @Override
    protected boolean hasTasks() {
        return awake || super.hasTasks();
    }

    @Override
    protected long delayNanos(long now) {
        long delay = super.delayNanos(now);
        return deadline == Long.MAX_VALUE ? delay : Math.min(delay, Math.max(0, deadline - now));
    }

    @Override
    protected void run() {
        Thread me = Thread.currentThread();
        own = me;
        takeOver(me);
        ioHandler().initialize();
        int before = drives.get();
        while (true) {
            runIo();
            if (isShuttingDown()) {
                ioHandler().prepareToDestroy();
            }
            runAllTasks(TASKS_NANOS);
            if (confirmShutdown()) {
                return;
            }
            if (drives.get() != before && !isNeeded()) {
                driver.set(null);
                before = rest();
                takeOver(me);
            }
        }
    }

    /**
     * For as long as callers drive.
     *
     * @return how often they did so far
     */
    private int rest() {
        while (true) {
            int before = drives.get();
            if (isNeeded() && driver.get() == null) {
                return before;
            }
            LockSupport.parkNanos(this, REST_NANOS);
            if (drives.get() == before) {
                return before;
            }
        }
    }

    private void takeOver(Thread me) {
        while (!driver.compareAndSet(null, me)) {
            LockSupport.parkNanos(this, REST_NANOS);
        }
    }
}
