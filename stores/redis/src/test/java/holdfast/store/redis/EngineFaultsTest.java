package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.engine.HeldLock;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.FaultyProxy;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real engines on a Redis that fails: what holders are told, and what the next ones get. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class EngineFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();

    private static RedisLockStore open(String url) {
        return RedisLockStore.open(RedisAddress.parse(url));
    }

    private HeldLock hold(Holdfast holdfast) throws Exception {
        HeldLock lock = holdfast.lock("shop/production").lease(LEASE).takeOrThrow();
        lock.onLost(losses::add);
        return lock;
    }

    private @Nullable Loss loss() throws InterruptedException {
        return losses.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Tries until the store works again and the lock is to be had. */
    private static long nextToken(Holdfast holdfast) {
        long[] token = new long[1];
        Await.until(
                PATIENCE,
                () -> {
                    token[0] = tryToken(holdfast);
                    return token[0] > 0;
                });
        return token[0];
    }

    private static long tryToken(Holdfast holdfast) {
        try {
            AcquireOutcome outcome = holdfast.lock("shop/production").acquireDetached();
            return outcome instanceof AcquireOutcome.Granted granted
                    ? granted.hold().token().value()
                    : 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aServerThatIsStoppedForLongerThanALeaseLosesTheLockAndTheNextTokenIsLarger()
            throws Exception {
        try (var server = RedisServer.start();
                var store = open(server.url() + "?timeout=1s");
                var other = open(server.url() + "?timeout=1s");
                var holder = Holdfast.on(store);
                var next = Holdfast.on(other)) {
            long held = hold(holder).token().value();

            server.signal("STOP");
            Loss loss = loss();
            server.signal("CONT");

            assertThat(loss).isNotNull();
            assertThat(nextToken(next)).isGreaterThan(held);
        }
    }

    @Test
    void aGrantWhoseAnswerWasLostIsFoundAgainAndGivenOnce() throws Exception {
        try (var server = RedisServer.start();
                var proxy = FaultyProxy.before(server.port());
                var store = open("redis://127.0.0.1:" + proxy.port() + "?timeout=1s");
                var holdfast = Holdfast.on(store)) {
            holdfast.lock("shop/production").takeOrThrow().close();
            proxy.cutAtTheNextAnswer();

            var request = holdfast.lock("shop/production").lease(Duration.ofMinutes(1)).toRequest();
            AcquireOutcome[] outcome = new AcquireOutcome[1];
            Await.until(
                    PATIENCE,
                    () -> {
                        outcome[0] = acquire(holdfast, request);
                        return true;
                    });

            assertThat(outcome[0]).isInstanceOf(AcquireOutcome.Granted.class);
            assertThat(store.holds(null, 10).holds()).hasSize(1);
        }
    }

    private static AcquireOutcome acquire(Holdfast holdfast, AcquireRequest request) {
        try {
            return holdfast.engine().acquire(request);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
