package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.client.HoldfastClient;
import holdfast.engine.HeldLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers on one store, each a process of its own, and clients that each begin with another of them. */
final class Fleet implements AutoCloseable {
    private static final Pattern URL =
            Pattern.compile("serving \\S+ at (http://127\\.0\\.0\\.1:\\d+)");

    private final Workshop workshop;
    private final Duration lease;
    private final List<RunningHoldfast> servers = new ArrayList<>();
    private final List<Holdfast> clients = new ArrayList<>();

    Fleet(Workshop workshop, Duration lease) {
        this.workshop = workshop;
        this.lease = lease;
    }

    /** So many servers, which serve when this returns. */
    void serve(int count, Map<String, String> environment) {
        for (int i = 0; i < count; i++) {
            servers.add(workshop.start(environment, "serve", "--port", "0"));
        }
        for (RunningHoldfast server : servers) {
            Deadline.await(
                    "the server serves: " + server,
                    () -> URL.matcher(server.err()).find() || !server.isAlive());
        }
    }

    private static String url(RunningHoldfast server) {
        Matcher url = URL.matcher(server.err());
        assertThat(url.find()).as(server::toString).isTrue();
        return url.group(1);
    }

    /** A client that asks the first of these until it is gone. */
    Holdfast client(int first) {
        var order = new ArrayList<>(servers.stream().map(Fleet::url).toList());
        Collections.rotate(order, -first);
        Holdfast client = HoldfastClient.connect(order.toArray(String[]::new));
        clients.add(client);
        return client;
    }

    CompletableFuture<HeldLock> waiting(Holdfast client) {
        var taken = new CompletableFuture<HeldLock>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        taken.complete(
                                client.lock("shop")
                                        .lease(lease)
                                        .waitAtMost(Duration.ofMinutes(2))
                                        .takeOrThrow());
                    } catch (Exception e) {
                        taken.completeExceptionally(e);
                    }
                });
        return taken;
    }

    /**
     * A client of the first server holds a lock, clients of all servers wait for it, and the first server is killed: the lock outlives its
     * lease, and the others get it in turn.
     *
     * @param waiters how many clients of each server wait
     */
    void loseTheFirst(int waiters) throws Exception {
        Holdfast looker = client(1);
        HeldLock lock = client(0).lock("shop").lease(lease).takeOrThrow();
        List<CompletableFuture<HeldLock>> line = new ArrayList<>();
        for (int i = 0; i < waiters * servers.size(); i++) {
            line.add(waiting(client(i % servers.size())));
            int inLine = i + 1;
            Deadline.await("so many wait: " + inLine, () -> inLine(looker, lock) == inLine);
        }

        servers.getFirst().signal("KILL");

        long then = lock.hold().heartbeatAt().epochNanos();
        Deadline.await(
                "the lock outlives its lease at another server",
                () ->
                        looker.locks()
                                .find(lock.id())
                                .filter(hold ->
                                        hold.heartbeatAt().epochNanos()
                                                > then + 2 * lease.toNanos())
                                .isPresent());
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(inLine(looker, lock)).isEqualTo(line.size());
        HeldLock before = lock;
        for (CompletableFuture<HeldLock> waiter : line) {
            assertThat(waiter).isNotDone();
            before.close();
            HeldLock next = waiter.get(60, TimeUnit.SECONDS);
            assertThat(next.token()).isGreaterThan(before.token());
            before = next;
        }
        before.close();
        assertThat(looker.locks().allHolds().getFirst().holds()).isEmpty();
    }

    private static int inLine(Holdfast looker, HeldLock lock) {
        return looker.locks().queueOf(lock.resource().root()).waiters().size();
    }

    @Override
    public void close() {
        clients.forEach(Holdfast::close);
    }
}
