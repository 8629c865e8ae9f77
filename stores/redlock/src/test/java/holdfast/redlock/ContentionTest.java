package holdfast.redlock;

import static holdfast.redlock.Scene.LONG;
import static holdfast.redlock.Scene.ONCE;
import static holdfast.redlock.Scene.PATIENT;
import static holdfast.redlock.Scene.connect;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.redlock.LeaseResult.Acquired;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class ContentionTest {
    private static final int CONTENDERS = 4;
    private static final int ROUNDS = 5;

    private static final RedlockSettings STUBBORN =
            PATIENT.withRetryCount(100_000)
                    .withRetryDelay(Duration.ofMillis(2), Duration.ofMillis(30));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void ofAllWhoContendOneHoldsAtATimeAndEachGetsItsTurns(int count) throws Exception {
        var holders = new AtomicInteger();
        var most = new AtomicInteger();
        var turns = new AtomicInteger();
        try (var servers = RedisServers.start(count)) {
            together(
                    CONTENDERS,
                    () -> {
                        try (var redlock = connect(servers, STUBBORN)) {
                            for (int round = 0; round < ROUNDS; round++) {
                                Integer turn =
                                        redlock.withLock(
                                                LONG,
                                                lease -> {
                                                    most.accumulateAndGet(
                                                            holders.incrementAndGet(), Math::max);
                                                    int mine = turns.get();
                                                    servers.having(Scene.KEY);
                                                    turns.set(mine + 1);
                                                    holders.decrementAndGet();
                                                    return mine;
                                                });
                                assertThat(turn).isNotNegative();
                            }
                        }
                        return true;
                    });
        }
        assertThat(most).hasValue(1);
        assertThat(turns).hasValue(CONTENDERS * ROUNDS);
    }

    /** With an even number the votes may be split into halves; nobody has it then, and both hear so. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void twoWhoAskAtTheSameMomentBothGetAnAnswerAndAtMostOneTheLease(int count) throws Exception {
        var barrier = new CyclicBarrier(2);
        var winners = new AtomicInteger();
        try (var servers = RedisServers.start(count)) {
            together(
                    2,
                    () -> {
                        try (var redlock = connect(servers, ONCE)) {
                            for (int round = 0; round < 30; round++) {
                                barrier.await();
                                if (redlock.acquire(LONG) instanceof Acquired won) {
                                    winners.incrementAndGet();
                                    barrier.await();
                                    won.lease().close();
                                } else {
                                    barrier.await();
                                }
                                assertThat(winners.get()).isLessThanOrEqualTo(1);
                                Await.until(() -> servers.having(Scene.KEY) == 0);
                                barrier.await();
                                winners.set(0);
                            }
                        }
                        return true;
                    });
        }
    }

    private static void together(int count, Callable<Boolean> task) throws Exception {
        try (var threads = Executors.newFixedThreadPool(count)) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                all.add(threads.submit(task));
            }
            for (Future<Boolean> one : all) {
                assertThat(one.get()).isTrue();
            }
        }
    }
}
