package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.dynamodb.local.LocalDynamo;
import holdfast.engine.HeldLock;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.FaultyProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real engines on a DynamoDB that fails. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class EngineFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void aServiceThatIsStoppedForLongerThanALeaseLosesTheLockAndTheNextTokenIsLarger()
            throws Exception {
        BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
        try (var server = LocalDynamo.start()) {
            DynamoTables.create(
                    DynamoAddress.parse("dynamodb:stopped?timeout=60s&" + server.settings()));
            var address = DynamoAddress.parse("dynamodb:stopped?timeout=1s&" + server.settings());
            try (var store = DynamoLockStore.open(address);
                    var other = DynamoLockStore.open(address);
                    var holder = Holdfast.on(store);
                    var next = Holdfast.on(other)) {
                HeldLock lock = holder.lock("shop").lease(Duration.ofSeconds(2)).takeOrThrow();
                lock.onLost(losses::add);

                server.signal("STOP");
                Loss loss = losses.poll(60, TimeUnit.SECONDS);
                server.signal("CONT");

                assertThat(loss).isNotNull();
                long[] token = new long[1];
                Await.until(
                        PATIENCE,
                        () -> {
                            token[0] = tokenOf(next);
                            return token[0] > 0;
                        });
                assertThat(token[0]).isGreaterThan(lock.token().value());
            }
        }
    }

    @Test
    void aServiceThatIsKilledAndStartedAgainStillHasTheLock(@TempDir Path folder) throws Exception {
        try (var server = LocalDynamo.keepingIn(folder)) {
            var address = DynamoAddress.parse("dynamodb:killed?timeout=10s&" + server.settings());
            DynamoTables.create(address);
            try (var store = DynamoLockStore.open(address);
                    var other = DynamoLockStore.open(address);
                    var holder = Holdfast.on(store);
                    var next = Holdfast.on(other)) {
                HeldLock lock = holder.lock("shop").lease(Duration.ofSeconds(10)).takeOrThrow();

                server.restart();

                // Connections that it had cut are found out, so that the release meets none of
                // them.
                for (DynamoLockStore each : List.of(store, other)) {
                    Await.until(PATIENCE, () -> !each.holds(null, 10).holds().isEmpty());
                }
                assertThat(tokenOf(next)).isZero();
                lock.close();
                // At the latest when its lease is over, if no answer came to its release.
                Await.until(PATIENCE, () -> tokenOf(next) > lock.token().value());
            }
        }
    }

    /** 0 if somebody else has the lock. */
    private static long tokenOf(Holdfast holdfast) {
        try {
            return holdfast.lock("shop").acquireDetached() instanceof AcquireOutcome.Granted granted
                    ? granted.hold().token().value()
                    : 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aGrantWhoseAnswerWasLostIsFoundAgainAndGivenOnce() throws Exception {
        DynamoAddress address = TestDynamo.newTables();
        try (var proxy = FaultyProxy.before(TestDynamo.server().port());
                var store =
                        DynamoLockStore.open(
                                TestDynamo.through(proxy.port(), address, "&timeout=2s"));
                var holdfast = Holdfast.on(store)) {
            holdfast.lock("shop").takeOrThrow().close();
            proxy.cutAtTheNextAnswer();

            AcquireOutcome outcome = holdfast.lock("shop").lease(HOUR).acquireDetached();

            assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
            assertThat(store.holds(null, 10).holds()).hasSize(1);
        }
    }
}
