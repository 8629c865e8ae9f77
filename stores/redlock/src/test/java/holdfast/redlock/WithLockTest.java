package holdfast.redlock;

import static holdfast.redlock.Scene.KEY;
import static holdfast.redlock.Scene.LONG;
import static holdfast.redlock.Scene.ONCE;
import static holdfast.redlock.Scene.SERVICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class WithLockTest {
    private final RedisServers servers = RedisServers.start(1);
    private final Redlock redlock = Redlock.connect(servers.urls(), ONCE);

    @AfterEach
    void stop() {
        redlock.close();
        servers.close();
    }

    @Test
    void workRunsUnderTheLeaseWhichIsFreedAfterwards() throws InterruptedException {
        long meanwhile = redlock.withLock(LONG, lease -> servers.having(KEY));

        assertThat(meanwhile).isEqualTo(1);
        assertThat(servers.having(KEY)).isZero();
    }

    @Test
    void workThatCannotHaveTheLeaseIsNotBegun() {
        servers.get(0).commands().set(KEY, "bob");

        assertThatThrownBy(() ->
                        redlock.withLock(
                                LONG,
                                lease -> {
                                    throw new AssertionError("the work began");
                                }))
                .isInstanceOfSatisfying(
                        RedlockException.NotAcquired.class,
                        e -> assertThat(e.result().votes()).hasSize(1))
                .hasMessageContaining(servers.get(0).name() + " held by another");
    }

    @Test
    void workThatFailsFreesTheLease() {
        assertThatThrownBy(() ->
                        redlock.withLock(
                                LONG,
                                lease -> {
                                    throw new IOException("no disk");
                                }))
                .isInstanceOf(IOException.class)
                .hasNoSuppressedExceptions();
        assertThat(servers.having(KEY)).isZero();
    }

    /** The real clock: the lease of a second is extended several times while the work waits for that. */
    @Test
    void workThatLastsLongerThanTheLeaseKeepsIt() throws InterruptedException {
        var settings = ONCE.withServerTimeout(Duration.ofSeconds(1));
        try (var real = Redlock.connect(servers.urls(), settings)) {
            boolean valid =
                    real.withLock(
                            SERVICE.lasting(Duration.ofSeconds(4)),
                            lease -> {
                                Await.until(() -> expirations() >= 2);
                                return lease.isValid();
                            });

            assertThat(valid).isTrue();
        }
    }

    private long expirations() {
        return servers.get(0)
                .commands()
                .info("commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_pexpire:calls="))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\w+:calls=(\\d+),.*", "$1")))
                .sum();
    }

    @Test
    void workWhoseLeaseIsLostIsToldWhileItRunsAndItsCallerAfterwards() {
        assertThatThrownBy(() ->
                        redlock.withLock(
                                SERVICE.lasting(Duration.ofSeconds(2)),
                                lease -> {
                                    var told = new CountDownLatch(1);
                                    lease.onLost(loss -> told.countDown());
                                    servers.get(0).commands().set(KEY, "bob");
                                    Await.until(() -> told.getCount() == 0);
                                    return "done";
                                }))
                .isInstanceOf(RedlockException.Lost.class)
                .hasMessageContaining("was lost while the work ran");
        assertThat(servers.valuesOf(KEY)).containsExactly("bob");
    }

    @Test
    void workThatFailsAfterItLostItsLeaseSaysBoth() {
        assertThatThrownBy(() ->
                        redlock.withLock(
                                LONG,
                                lease -> {
                                    servers.get(0).commands().flushall();
                                    throw new IOException("no disk");
                                }))
                .isInstanceOf(IOException.class)
                .satisfies(e ->
                        assertThat(e.getSuppressed())
                                .singleElement()
                                .isInstanceOf(RedlockException.Lost.class));
    }
}
