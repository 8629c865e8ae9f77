package holdfast.server;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads on for a moment where a request is answered before its end. To close a connection while the other side still sends is a reset, which
 * may take away the answer before anybody has read it. Safe for use by many threads; each connection has one for all it does.
 */
final class Lingering implements ServerConnectionSelector {
    private static final long BYTES_MAX = 16L * 1024 * 1024;
    private static final Duration SILENCE = Duration.ofMillis(200);
    private static final int LOOKS_MAX = 10;

    private final ServerConnectionSelector usual;
    private final Set<Thread> answeredEarly;

    private Lingering(Early early, Http1Config config) {
        this.usual = Http1ConnectionSelector.builder().config(config).build();
        this.answeredEarly = early.threads;
    }

    static Lingering of(Early early, Http1Config config) {
        return new Lingering(early, config);
    }

    /** Connections whose request was answered before all of it was read, and which end with that. */
    static final class Early {
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        /** This thread's connection is one. */
        void add() {
            threads.add(Thread.currentThread());
        }
    }

    @Override
    public int bytesToIdentifyConnection() {
        return usual.bytesToIdentifyConnection();
    }

    @Override
    public Support supports(BufferData data) {
        return usual.supports(data);
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return usual.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        return new Connection(usual.connection(context), context);
    }

    private final class Connection implements ServerConnection, InterruptableTask<Void> {
        private final ServerConnection inner;
        private final ConnectionContext context;

        Connection(ServerConnection inner, ConnectionContext context) {
            this.inner = inner;
            this.context = context;
        }

        @Override
        public void handle(Limit limit) throws InterruptedException {
            try {
                inner.handle(limit);
            } finally {
                if (answeredEarly.remove(Thread.currentThread())) {
                    readOn(context);
                }
            }
        }

        @Override
        public Duration idleTime() {
            return inner.idleTime();
        }

        @Override
        public void close(boolean interrupt) {
            inner.close(interrupt);
        }

        @Override
        public boolean canInterrupt() {
            return inner instanceof InterruptableTask<?> task && task.canInterrupt();
        }
    }

    private static void readOn(ConnectionContext context) {
        var rest = new Rest();
        Thread.ofVirtual().name("holdfast-lingering").start(() -> rest.endWith(context));
        try {
            DataReader reader = context.dataReader();
            do {
                reader.ensureAvailable();
                rest.bytes.addAndGet(reader.available());
                reader.skip(reader.available());
            } while (rest.bytes.get() < BYTES_MAX);
        } catch (RuntimeException e) {
            // The other side has closed it, or nothing more came for a while.
        }
    }

    /** What comes after the answer. */
    private static final class Rest {
        private final AtomicLong bytes = new AtomicLong();

        /** Closes the connection when nothing more comes, or for too long. */
        void endWith(ConnectionContext context) {
            try {
                long before = -1;
                for (int i = 0; i < LOOKS_MAX && bytes.get() != before; i++) {
                    before = bytes.get();
                    TimeUnit.NANOSECONDS.sleep(SILENCE.toNanos());
                }
                context.serverSocket().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                // It was closed already.
            }
        }
    }
}
