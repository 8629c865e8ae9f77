package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.client.HoldfastClient;
import holdfast.engine.HeldLock;
import holdfast.store.testkit.RedisProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three servers, each a process of its own, on one real Redis; and clients that each begin with another of them. */
@Timeout(300)
final class SharedRedisTest {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");
    private static final int SERVERS = 3;
    private static final Duration LEASE = Duration.ofSeconds(6);

    @RegisterExtension private final Workshop workshop = new Workshop();

    private final RedisProcess redis = RedisProcess.start();
    private final List<Holdfast> clients = new ArrayList<>();

    @AfterEach
    void close() {
        clients.forEach(Holdfast::close);
        redis.close();
    }

    private RunningHoldfast serve() {
        RunningHoldfast server =
                workshop.start(Map.of("HOLDFAST_STORE", redis.url()), "serve", "--port", "0");
        Deadline.await(
                "the server serves: " + server,
                () -> URL.matcher(server.err()).find() || !server.isAlive());
        return server;
    }

    private static String url(RunningHoldfast server) {
        Matcher url = URL.matcher(server.err());
        assertThat(url.find()).as(server::toString).isTrue();
        return url.group();
    }

    /** A client that asks the first of these until it is gone. */
    private Holdfast client(List<RunningHoldfast> servers, int first) {
        var order = new ArrayList<>(servers.stream().map(SharedRedisTest::url).toList());
        Collections.rotate(order, -first);
        Holdfast client = HoldfastClient.connect(order.toArray(String[]::new));
        clients.add(client);
        return client;
    }

    private static CompletableFuture<HeldLock> waiting(Holdfast client) {
        var taken = new CompletableFuture<HeldLock>();
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        taken.complete(
                                client.lock("shop")
                                        .lease(LEASE)
                                        .waitAtMost(Duration.ofMinutes(2))
                                        .takeOrThrow());
                    } catch (Exception e) {
                        taken.completeExceptionally(e);
                    }
                });
        return taken;
    }

    @Test
    void aKilledServerLosesNothingAndWaitersOfAllServersAreServedInTurn() throws Exception {
        List<RunningHoldfast> servers = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            servers.add(serve());
        }
        Holdfast looker = client(servers, 1);
        HeldLock lock = client(servers, 0).lock("shop").lease(LEASE).takeOrThrow();
        List<CompletableFuture<HeldLock>> waiters = new ArrayList<>();
        for (int i = 0; i < 2 * SERVERS; i++) {
            waiters.add(waiting(client(servers, i % SERVERS)));
            int inLine = i + 1;
            Deadline.await(
                    "so many wait: " + inLine,
                    () ->
                            looker.locks().queueOf(lock.resource().root()).waiters().size()
                                    == inLine);
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
                                                > then + 2 * LEASE.toNanos())
                                .isPresent());
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(looker.locks().queueOf(lock.resource().root()).waiters()).hasSize(2 * SERVERS);
        HeldLock before = lock;
        for (CompletableFuture<HeldLock> waiter : waiters) {
            assertThat(waiter).isNotDone();
            before.close();
            HeldLock next = waiter.get(60, TimeUnit.SECONDS);
            assertThat(next.token()).isGreaterThan(before.token());
            before = next;
        }
        before.close();
        assertThat(looker.locks().allHolds().getFirst().holds()).isEmpty();
    }
}
