package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.client.HoldfastClient;
import holdfast.engine.HeldLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Isolated;

/** Many clients of several servers, which are killed and started again one after the other while they work. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
@Isolated
final class ServersUnderFireTest {
    private static final Pattern PORT = Pattern.compile("at http://127\\.0\\.0\\.1:(\\d+)");
    private static final int SERVERS = 3;
    private static final int KILLS = Integer.getInteger("holdfast.kills", 3);
    private static final int CLIENTS = 3;
    private static final int THREADS_OF_A_CLIENT = 4;
    private static final int GRANTS_BETWEEN_KILLS = 20;
    private static final Duration WORK = Duration.ofMillis(3);

    @RegisterExtension private final Workshop workshop = new Workshop();

    private final List<RunningHoldfast> servers = new ArrayList<>();
    private final List<String> ports = new ArrayList<>();
    private final List<Guarded> resources =
            List.of(new Guarded("shop//api"), new Guarded("shop//web"), new Guarded("mail"));
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger grants = new AtomicInteger();
    private volatile boolean over;

    /** Something that only one may touch at a time, and nobody after somebody with a larger token. */
    private static final class Guarded {
        private final String name;
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicLong highest = new AtomicLong();

        Guarded(String name) {
            this.name = name;
        }
    }

    private RunningHoldfast serve(String port) {
        RunningHoldfast server = workshop.start("serve", "--port", port);
        Deadline.await(
                "a server says where it is: " + server,
                () -> PORT.matcher(server.err()).find() || !server.isAlive());
        return server;
    }

    private void start() {
        for (int i = 0; i < SERVERS; i++) {
            RunningHoldfast server = serve("0");
            Matcher port = PORT.matcher(server.err());
            assertThat(port.find()).as(server::toString).isTrue();
            servers.add(server);
            ports.add(port.group(1));
        }
    }

    private void work(Holdfast client, int number) {
        for (int i = number; !over; i++) {
            Guarded resource = resources.get(i % resources.size());
            try (HeldLock lock =
                    client.lock(resource.name)
                            .waitAtMost(Duration.ofMinutes(2))
                            .lease(Duration.ofSeconds(30))
                            .takeOrThrow()) {
                lock.onLost(loss -> wrong.add("lost: " + loss));
                touch(resource, lock);
                grants.incrementAndGet();
            } catch (Exception e) {
                wrong.add("failed: " + e);
            }
        }
    }

    private void touch(Guarded resource, HeldLock lock) {
        if (resource.inside.incrementAndGet() != 1) {
            wrong.add("two at once in " + resource.name);
        }
        long token = lock.token().value();
        long before = resource.highest.getAndSet(token);
        if (before >= token) {
            wrong.add(resource.name + " went from token " + before + " to " + token);
        }
        LockSupport.parkNanos(WORK.toNanos());
        resource.inside.decrementAndGet();
    }

    @Test
    void nobodyLosesALockOrSharesOneWhileServersDieAndComeBack() throws Exception {
        start();
        String[] urls =
                ports.stream().map(port -> "http://127.0.0.1:" + port).toArray(String[]::new);
        var clients = new ArrayList<Holdfast>();
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < CLIENTS; i++) {
            Holdfast client = HoldfastClient.connect(urls);
            clients.add(client);
            for (int j = 0; j < THREADS_OF_A_CLIENT; j++) {
                int number = i * THREADS_OF_A_CLIENT + j;
                threads.add(Thread.ofVirtual().start(() -> work(client, number)));
            }
        }

        for (int kill = 0; kill < KILLS; kill++) {
            awaitGrants();
            int doomed = kill % SERVERS;
            servers.get(doomed).signal("KILL");
            // The others go on without it.
            awaitGrants();
            servers.set(doomed, serve(ports.get(doomed)));
        }
        awaitGrants();
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
        clients.forEach(Holdfast::close);

        assertThat(wrong).isEmpty();
        assertThat(workshop.live()).isEmpty();
        assertThat(workshop.holdfast().engine().allQueues()).isEmpty();
    }

    private void awaitGrants() {
        int enough = grants.get() + GRANTS_BETWEEN_KILLS;
        Deadline.await("they get locks: " + wrong, () -> grants.get() >= enough);
    }
}
