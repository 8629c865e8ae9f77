package holdfast.server;

import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Cuts connections off whose request takes too long: whose headers or body come byte by byte, or whose answer nobody reads. The web
 * server itself only ends those that are silent between requests. Each connection has one thread for all it does; interrupting
 * it closes the connection. Safe for use by many threads.
 */
final class Watchdog implements Http1ConnectionListener, AutoCloseable {
    private final long patienceNanos;
    private final long pauseNanos;

    /** When each connection's request, or its silence after one, began. */
    private final Map<Thread, Long> began = new ConcurrentHashMap<>();

    private final Thread watching;

    Watchdog(Duration patience, Duration pause) {
        this.patienceNanos = patience.toNanos();
        this.pauseNanos = pause.toNanos();
        this.watching = Thread.ofVirtual().name("holdfast-watchdog").start(this::watch);
    }

    @Override
    public void prologue(ConnectionContext connection, HttpPrologue prologue) {
        progress();
    }

    /** Something has come to its end on this thread's connection: the time counts anew. */
    void progress() {
        began.put(Thread.currentThread(), System.nanoTime());
    }

    private void watch() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(pauseNanos);
                long now = System.nanoTime();
                began.entrySet().removeIf(entry -> isOver(entry.getKey(), entry.getValue(), now));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private boolean isOver(Thread connection, long since, long now) {
        if (!connection.isAlive()) {
            return true;
        }
        if (now - since > patienceNanos) {
            connection.interrupt();
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        watching.interrupt();
    }
}
