package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.model.StoreTime;
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

/** What many clients are told while connections are cut and the server is stopped for longer than a lease. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class HistoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ENGINES = 5;
    private static final long SEED = 20_261_117;
    private static final long BEGAN =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private static final Duration STOPPED_FOR = Duration.ofMillis(1_500);

    private final LocalDynamo server = LocalDynamo.start();
    private final List<FaultyProxy> proxies = new ArrayList<>();
    private final List<DynamoLockStore> stores = new ArrayList<>();
    private final Random chance = new Random(SEED);

    @AfterEach
    void stop() {
        stores.forEach(DynamoLockStore::close);
        proxies.forEach(FaultyProxy::close);
        server.close();
    }

    @Test
    void whateverFailsOneLockPerRootCouldHaveToldTheSame() throws Exception {
        DynamoAddress address =
                DynamoAddress.parse("dynamodb:history?timeout=60s&" + server.settings());
        TestDynamo.createWithoutEnds(address);
        for (int i = 0; i < ENGINES; i++) {
            var proxy = FaultyProxy.before(server.port());
            proxies.add(proxy);
            stores.add(
                    DynamoLockStore.open(
                            TestDynamo.through(proxy.port(), address, "&timeout=1s"),
                            HistoryTest::hostTime));
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
            assertThat(history.failures()).isPositive();
            assertThat(history.losses()).isPositive();
        }
    }

    /** One exact clock for all, since the checker asks of every time that was told whether one clock can have shown it. */
    private static StoreClock.Reading hostTime() {
        var now = new StoreTime(BEGAN + System.nanoTime());
        return new StoreClock.Reading(now, now);
    }

    private void disturb(int fault) {
        FaultyProxy proxy = proxies.get(chance.nextInt(ENGINES));
        switch (fault % 20) {
            case 14 -> {
                server.signal("STOP");
                long until = System.nanoTime() + STOPPED_FOR.toNanos();
                Await.until(PATIENCE, () -> System.nanoTime() > until);
                server.signal("CONT");
            }
            case 7, 18 -> proxy.cutAll();
            default -> proxy.cutAtTheNextAnswer();
        }
    }
}
