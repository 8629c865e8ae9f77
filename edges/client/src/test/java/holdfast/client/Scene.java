package holdfast.client;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.store.memory.MemoryLockStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Servers on one store in this process, and clients whose requests the test watches, cuts off, or leaves without an answer. */
final class Scene implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Transport sockets;
    final List<Transport.Message> sent = new CopyOnWriteArrayList<>();
    final AtomicInteger unanswered = new AtomicInteger();
    final AtomicInteger answersToLose = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    volatile boolean isCutOff;

    Scene(Transport sockets) {
        this.sockets = sockets;
    }

    /** A server of its own engine on the store. */
    HoldfastServer serve() {
        LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
        var server =
                HoldfastServer.start(
                        new HoldfastServer.Parts(engine, store, Gate.OPEN),
                        ServerSettings.DEFAULT.at("127.0.0.1", 0));
        opened.add(engine);
        opened.add(server);
        return server;
    }

    static String url(HoldfastServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    Holdfast client(HoldfastServer... servers) {
        String[] urls = new String[servers.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = url(servers[i]);
        }
        return client(ClientSettings.of(urls));
    }

    Holdfast client(ClientSettings settings) {
        Holdfast client = Holdfast.over(ServerLocks.over(new Watched(), settings));
        opened.add(client);
        return client;
    }

    private final class Watched implements Transport {
        @Override
        public Answer send(Message message) throws IOException, InterruptedException {
            if (isCutOff) {
                refused.incrementAndGet();
                throw new NotSent("cut off by the test", new IOException());
            }
            sent.add(message);
            unanswered.incrementAndGet();
            Answer answer;
            try {
                answer = sockets.send(message);
            } finally {
                unanswered.decrementAndGet();
            }
            boolean mutates = !message.method().equals("GET");
            if (mutates && answersToLose.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("the test lost the answer");
            }
            return answer;
        }

        @Override
        public void close() {}
    }

    List<Hold> live() {
        var page = store.holds(null, 100);
        return page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
    }

    int waiting() {
        return store.waitingRoots(null, 100).stream()
                .mapToInt(root -> store.queue(root, 100).size())
                .sum();
    }

    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("not within " + PATIENCE + ": " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
        sockets.close();
        store.close();
    }
}
