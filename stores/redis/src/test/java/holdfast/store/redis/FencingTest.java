package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.ManyClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failover may lose grants that were told: what checks tokens is safe all the same. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class FencingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisSentinel redis = new RedisSentinel();
    private final List<RedisLockStore> stores =
            Stream.generate(() ->
                            RedisLockStore.open(RedisAddress.parse(redis.url() + "&timeout=500ms")))
                    .limit(3)
                    .toList();

    @AfterEach
    void stop() {
        stores.forEach(RedisLockStore::close);
        redis.close();
    }

    @Test
    void aHolderWhoseGrantWasLostCannotWriteAfterTheNextAndIsTold() throws Exception {
        var counter = new FencedCounter();
        BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
        try (var first = Holdfast.on(stores.get(0));
                var second = Holdfast.on(stores.get(1))) {
            HeldLock[] lost = new HeldLock[1];
            redis.killMasterAfter(() -> {
                lost[0] = take(first);
                lost[0].onLost(losses::add);
                counter.write(lost[0].token(), 1);
            });

            Token next = nextToken(second);
            assertThat(next).isGreaterThan(lost[0].token());
            assertThat(counter.write(next, 2)).isTrue();
            assertThat(counter.write(lost[0].token(), 3)).isFalse();
            assertThat(counter.read()).isEqualTo(2);
            assertThat(losses.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isNotNull()
                    .extracting(Loss::reason)
                    .isEqualTo(Loss.Reason.STORE_LOST_THE_HOLD);
        }
    }

    private static HeldLock take(Holdfast holdfast) {
        try {
            return holdfast.lock("shop").lease(Duration.ofSeconds(20)).takeOrThrow();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Tries until the store works again. */
    private static Token nextToken(Holdfast holdfast) {
        Token[] token = new Token[1];
        Await.until(
                PATIENCE,
                () -> {
                    try {
                        if (holdfast.lock("shop").acquireDetached()
                                instanceof AcquireOutcome.Granted granted) {
                            token[0] = granted.hold().token();
                        }
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return token[0] != null;
                });
        return token[0];
    }

    /** Each client that holds a root counts it up; some write long after their lease was over. */
    @Test
    void throughAFailoverTokensGrowAndNoCountIsLost() throws Exception {
        Map<Root, FencedCounter> counters = new ConcurrentHashMap<>();
        var turn = new AtomicInteger();
        var plan = new ManyClients.Plan(20_261_116, 2, 3, 40);
        try (var clients = ManyClients.on(stores, plan, hold -> countUp(counters, hold, turn))) {
            LockHistory history = clients.history();
            awaitAnswers(clients, 60);
            redis.killMasterAfter(() -> awaitAnswers(clients, 20));
            clients.whenDone();

            history.verifyTokensGrow();
            assertThat(counters.values())
                    .isNotEmpty()
                    .allSatisfy(counter -> {
                        assertThat(counter.read()).isEqualTo(counter.accepted()).isGreaterThan(10);
                        assertThat(counter.refused()).isPositive();
                    });
        }
    }

    private static void awaitAnswers(ManyClients clients, int more) {
        int before = clients.history().answers();
        Await.until(PATIENCE, () -> clients.history().answers() >= before + more);
    }

    private static void countUp(Map<Root, FencedCounter> counters, Hold hold, AtomicInteger turn) {
        if (hold.mode() == Mode.SHARED || !hold.resource().path().isWhole()) {
            return;
        }
        FencedCounter counter =
                counters.computeIfAbsent(hold.resource().root(), root -> new FencedCounter());
        if (counter.raise(hold.token())) {
            int before = counter.read();
            if (turn.incrementAndGet() % 8 == 0) {
                LockSupport.parkNanos(hold.terms().lease().multipliedBy(2).toNanos());
            }
            counter.write(hold.token(), before + 1);
        }
    }
}
