package holdfast.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, a signal that ends this process first interrupts the thread that opened it, and gives it a few seconds to
 * leave the line or to give back a lock that nobody was told of.
 */
final class LeavingTheLine implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 5;

    private final CountDownLatch left = new CountDownLatch(1);
    private final Thread hook;

    LeavingTheLine() {
        Thread waiting = Thread.currentThread();
        this.hook = new Thread(() -> interrupt(waiting), "holdfast-leaving");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interrupt(Thread waiting) {
        waiting.interrupt();
        try {
            if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("holdfast: the place in line was not left in time; it lapses");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        left.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already, and the hook with it.
        }
    }
}
