package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.dynamodb.local.LocalDynamo;
import holdfast.engine.EngineHost;
import holdfast.model.StoreTime;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.FaultyProxy;
import holdfast.store.testkit.WrongClock;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.ManyClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What many clients, half of them on hosts whose clocks are an hour ahead or behind, are told while connections are cut and the
 * server is stopped for longer than a lease, killed and started again.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class HistoryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int ENGINES = 5;
    private static final long BEGAN =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();
    private static final Duration STOPPED_FOR = Duration.ofMillis(1_500);

    @TempDir private Path folder;
    private final List<FaultyProxy> proxies = new ArrayList<>();
    private final List<DynamoLockStore> stores = new ArrayList<>();

    @AfterEach
    void stop() {
        stores.forEach(DynamoLockStore::close);
        proxies.forEach(FaultyProxy::close);
    }

    /** New ones every time, as many as {@code -Dholdfast.histories} says; or {@code -Dholdfast.history=SEED}. */
    static LongStream seeds() {
        Long seed = Long.getLong("holdfast.history");
        return seed == null
                ? ThreadLocalRandom.current()
                        .longs(Integer.getInteger("holdfast.histories", 1), 0, 1_000_000)
                : LongStream.of(seed);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whateverFailsOneLockPerRootCouldHaveToldTheSame(long seed) throws Exception {
        System.out.println("history of seed " + seed);
        var chance = new Random(seed);
        try (var server = LocalDynamo.keepingIn(folder)) {
            openStores(server);
            try (var clients =
                    ManyClients.on(stores, new ManyClients.Plan(seed, 4, 3, 15), hosts())) {
                LockHistory history = clients.history();
                for (int fault = 0; !clients.areDone(); fault++) {
                    int before = history.answers();
                    Await.until(
                            PATIENCE, () -> clients.areDone() || history.answers() > before + 10);
                    disturb(fault, server, proxies.get(chance.nextInt(ENGINES)));
                }
                clients.whenDone();

                history.verify();
                assertThat(history.grants()).isGreaterThan(60);
                assertThat(history.failures()).isPositive();
                assertThat(history.losses()).isPositive();
            }
        }
    }

    private void openStores(LocalDynamo server) {
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
    }

    private static List<EngineHost> hosts() {
        return Stream.of(HOUR, HOUR.negated(), Duration.ZERO, Duration.ZERO, HOUR)
                .<EngineHost>map(WrongClock::new)
                .toList();
    }

    /** One exact clock for all, since the checker asks of every time that was told whether one clock can have shown it. */
    private static StoreClock.Reading hostTime() {
        var now = new StoreTime(BEGAN + System.nanoTime());
        return new StoreClock.Reading(now, now);
    }

    private void disturb(int fault, LocalDynamo server, FaultyProxy proxy) {
        switch (fault % 20) {
            case 7 -> kill(server);
            case 14 -> {
                server.signal("STOP");
                long until = System.nanoTime() + STOPPED_FOR.toNanos();
                Await.until(PATIENCE, () -> System.nanoTime() > until);
                server.signal("CONT");
            }
            case 18 -> proxy.cutAll();
            default -> proxy.cutAtTheNextAnswer();
        }
    }

    /** Whatever it answers from now on, nobody hears: it need not have written that. */
    private void kill(LocalDynamo server) {
        proxies.forEach(FaultyProxy::swallowAnswers);
        server.restart();
        proxies.forEach(FaultyProxy::passAnswers);
    }
}
