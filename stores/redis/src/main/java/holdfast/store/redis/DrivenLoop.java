package holdfast.store.redis;

import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SingleThreadIoEventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a connection, which a caller may drive itself while it waits for its answer: then nobody is woken to send for it, and it
 * is not woken by who received. Only a caller beside whom nobody waits does so; else, and while nobody waits, the loop's own
 * thread drives it.
 *
 * <p>One thread drives at a time, and for Netty that one is the loop's thread: it took over by a compare-and-set from whoever drove
 * before, so it sees all that one did. Nothing is missed while nobody drives: whoever adds a task, or begins to wait for an answer,
 * wakes the loop's own thread if it sees no driver, and whoever stops driving looks for both afterwards.
 */
final class DrivenLoop extends SingleThreadIoEventLoop {
    /** Netty asks for some bound; tasks of a connection are short. */
    private static final long TASKS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** If no caller drove for so long, the loop's own thread does again. What comes unasked, such as an end of file, waits for that. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final AtomicReference<@Nullable Thread> driver = new AtomicReference<>();

    /** Answers that somebody waits for who does not drive. */
    private final AtomicInteger awaited = new AtomicInteger();

    private volatile @Nullable Thread own;

    // What follows is used by the driver alone.
    private final Watchfulness watchfulness = new Watchfulness();
    private boolean awake;
    private long deadline = Long.MAX_VALUE;

    /** How often callers drove: the loop's own thread looks whether that changes. */
    private final AtomicInteger drives = new AtomicInteger();

    DrivenLoop(IoEventLoopGroup group, Executor executor, IoHandlerFactory handlers) {
        super(group, executor, handlers);
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return thread.equals(driver.get());
    }

    /**
     * Lets the caller drive until it leaves, if nobody else does or waits. Not a virtual thread: it would keep its carrier from
     * others meanwhile.
     */
    boolean tryDrive() {
        Thread caller = Thread.currentThread();
        return awaited.get() == 0
                && !caller.isVirtual()
                && !isShuttingDown()
                && driver.compareAndSet(null, caller);
    }

    /** Drives until the answer is there, the deadline has passed, or the loop is shut down. */
    void driveUntil(CompletableFuture<?> answer, long deadline) {
        this.deadline = deadline;
        long began = System.nanoTime();
        long now = began;
        boolean interrupted = false;
        boolean staysAwake = watchfulness.staysAwake();
        runAllTasks(TASKS_NANOS);
        while (!answer.isDone() && now - deadline < 0 && !isShuttingDown()) {
            // Or nothing would be waited for.
            interrupted |= Thread.interrupted();
            awake = staysAwake && awaited.get() == 0 && now - began < Watchfulness.LONGEST_NANOS;
            runIo();
            awake = false;
            runAllTasks(TASKS_NANOS);
            now = System.nanoTime();
        }
        watchfulness.took(now - began);
        this.deadline = Long.MAX_VALUE;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void leave() {
        drives.incrementAndGet();
        driver.set(null);
        if (isNeeded()) {
            LockSupport.unpark(own);
        }
    }

    /** Sees to it that somebody drives until the answer is there. */
    void expect(CompletableFuture<?> answer) {
        awaited.incrementAndGet();
        if (driver.get() == null) {
            LockSupport.unpark(own);
        }
        var unused = answer.whenComplete((value, failure) -> awaited.getAndDecrement());
    }

    @Override
    protected void addTask(Runnable task) {
        super.addTask(task);
        if (driver.get() == null) {
            LockSupport.unpark(own);
        }
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
        while (true) {
            runIo();
            if (isShuttingDown()) {
                ioHandler().prepareToDestroy();
            }
            runAllTasks(TASKS_NANOS);
            if (confirmShutdown()) {
                return;
            }
            if (!isNeeded()) {
                driver.set(null);
                rest();
                takeOver(me);
            }
        }
    }

    /** For as long as callers drive, and nobody has to be driven for. */
    private void rest() {
        int before;
        do {
            before = drives.get();
            if (isNeeded()) {
                return;
            }
            LockSupport.parkNanos(this, REST_NANOS);
        } while (drives.get() != before);
    }

    private boolean isNeeded() {
        return awaited.get() > 0 || pendingTasks() > 0 || isShuttingDown();
    }

    private void takeOver(Thread me) {
        while (!driver.compareAndSet(null, me)) {
            LockSupport.parkNanos(this, REST_NANOS);
        }
    }
}
