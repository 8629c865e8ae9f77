package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.testkit.Await;
import holdfast.store.testkit.FaultyProxy;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.ManyClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many clients are told while connections are cut and the server is stopped, killed and started again. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class HistoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ENGINES = 5;
    private static final long SEED = 20_261_116;

    /** Longer than any lease and any patience of these clients. */
    private static final Duration STOPPED_FOR = Duration.ofMillis(1_500);

    /** Every write is on disk before it is answered, so a server that is killed forgets nothing that it told. */
    private final RedisServer server =
            RedisServer.start("--appendonly", "yes", "--appendfsync", "always");

    private final List<FaultyProxy> proxies = new ArrayList<>();
    private final List<RedisLockStore> stores = new ArrayList<>();
    private final Random chance = new Random(SEED);

    @AfterEach
    void stop() {
        stores.forEach(RedisLockStore::close);
        proxies.forEach(FaultyProxy::close);
        server.close();
    }

    @Test
    void whateverFailsOneLockPerRootCouldHaveToldTheSame() throws Exception {
        for (int i = 0; i < ENGINES; i++) {
            var proxy = FaultyProxy.before(server.port());
            proxies.add(proxy);
            stores.add(
                    RedisLockStore.open(
                            RedisAddress.parse(
                                    "redis://127.0.0.1:" + proxy.port() + "?timeout=500ms")));
        }
        try (var clients = ManyClients.on(stores, new ManyClients.Plan(SEED, 4, 3, 40))) {
            LockHistory history = clients.history();
            for (int fault = 0; !clients.areDone(); fault++) {
                int before = history.answers();
                Await.until(PATIENCE, () -> clients.areDone() || history.answers() > before + 10);
                disturb(fault);
            }
            clients.whenDone();

            history.verify();
            assertThat(history.grants()).isGreaterThan(150);
            assertThat(history.failures()).isGreaterThan(50);
            assertThat(history.unknownOutcomes()).isPositive();
            assertThat(history.losses()).isPositive();
        }
    }

    private void disturb(int fault) {
        FaultyProxy proxy = proxies.get(chance.nextInt(ENGINES));
        switch (fault % 20) {
            case 7 -> {
                server.kill();
                server.restart();
            }
            case 14 -> {
                server.signal("STOP");
                long until = System.nanoTime() + STOPPED_FOR.toNanos();
                Await.until(PATIENCE, () -> System.nanoTime() > until);
                server.signal("CONT");
            }
            case 10 -> server.ask(redis -> redis.scriptFlush());
            case 18 -> proxy.cutAll();
            default -> proxy.cutAtTheNextAnswer();
        }
    }
}
