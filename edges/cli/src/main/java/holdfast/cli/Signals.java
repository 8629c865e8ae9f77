package holdfast.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Catches the signals that would end this process. At first they interrupt the thread that waits for a lock, so that it leaves
 * the line; later they go to whoever watches the command. A signal that was ignored when the process began, as under
 * {@code nohup}, stays ignored. Safe for use by many threads.
 */
final class Signals {
    /** Makes each signal have one effect only. */
    private final ReentrantLock mutex = new ReentrantLock();

    private final Thread waiting;

    @GuardedBy("mutex")
    private @Nullable Consumer<UnixSignal> receiver;

    /** What came before anybody wanted to have it. */
    @GuardedBy("mutex")
    private final List<UnixSignal> early = new ArrayList<>();

    Signals(Thread waiting) {
        this.waiting = waiting;
    }

    /** From now on the first signal interrupts this thread. */
    static Signals interruptingThisThread() {
        var signals = new Signals(Thread.currentThread());
        for (UnixSignal signal : UnixSignal.values()) {
            handle(signal, () -> signals.deliver(signal));
        }
        return signals;
    }

    /**
     * Java's only way to hear of a signal and go on is {@code sun.misc.Signal}. The compiler warns about its name wherever it is
     * written, so it is not written.
     */
    private static void handle(UnixSignal signal, Runnable action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, arguments) -> {
                                action.run();
                                return null;
                            });
            Object caught = signalType.getConstructor(String.class).newInstance(signal.name());
            signalType.getMethod("handle", signalType, handlerType).invoke(null, caught, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java cannot catch signals", e);
        }
    }

    /** The signal that interrupted the thread, if one did. */
    @Nullable UnixSignal interruption() {
        mutex.lock();
        try {
            return early.isEmpty() ? null : early.getFirst();
        } finally {
            mutex.unlock();
        }
    }

    /** From now on signals interrupt nobody. The receiver gets them, beginning with those that came before. */
    void passTo(Consumer<UnixSignal> other) {
        mutex.lock();
        try {
            receiver = other;
            early.forEach(other);
        } finally {
            mutex.unlock();
        }
    }

    void deliver(UnixSignal signal) {
        mutex.lock();
        try {
            if (receiver != null) {
                receiver.accept(signal);
            } else {
                if (early.isEmpty()) {
                    waiting.interrupt();
                }
                early.add(signal);
            }
        } finally {
            mutex.unlock();
        }
    }
}
