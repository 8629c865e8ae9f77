package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Priority;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.WrongClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients whose clocks are an hour off: only the server's time counts. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ClientClocksTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofMillis(700);

    private final RedisServer server = RedisServer.start();
    private final RedisLockStore store = RedisLockStore.open(RedisAddress.parse(server.url()));
    private final WrongClock clock = new WrongClock(Duration.ZERO);
    private final LockEngine engine = engine(clock);
    private final LockEngine fast = engine(new WrongClock(HOUR));
    private final LockEngine slow = engine(new WrongClock(HOUR.negated()));
    private int requests;

    private LockEngine engine(WrongClock host) {
        return LockEngine.open(store, EngineSettings.DEFAULT, host);
    }

    @AfterEach
    void stop() {
        List.of(engine, fast, slow).forEach(LockEngine::close);
        store.close();
        server.close();
    }

    private AcquireRequest request(WhenHeld whenHeld) {
        requests++;
        return new AcquireRequest(
                new RequestId("request-" + requests),
                Resource.parse("shop"),
                Mode.EXCLUSIVE,
                Drafts.owner("owner-" + requests),
                null,
                whenHeld,
                WhenFrozen.WAIT,
                LEASE,
                Priority.NORMAL,
                Note.NONE,
                null);
    }

    private Hold waitFor(LockEngine by) throws InterruptedException {
        AcquireOutcome outcome = by.acquire(request(new WhenHeld.Wait(PATIENCE)));
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    private StoreTime serverTime() {
        List<String> time = server.ask(redis -> redis.time());
        return StoreTime.of(
                Instant.ofEpochSecond(
                        Long.parseLong(time.get(0)), Long.parseLong(time.get(1)) * 1_000));
    }

    @Test
    void leasesEndByTheServersTimeHoweverWrongTheClocksOfTheirHoldersAre() throws Exception {
        StoreTime began = serverTime();
        Hold first = waitFor(fast);
        Hold second = waitFor(slow);
        Hold third = waitFor(fast);
        StoreTime ended = serverTime();

        assertThat(List.of(first, second, third))
                .allSatisfy(hold -> {
                    assertThat(hold.acquiredAt()).isBetween(began, ended);
                    assertThat(hold.heartbeatAt().until(hold.until())).isEqualTo(LEASE);
                });
        assertThat(second.acquiredAt()).isGreaterThanOrEqualTo(first.until());
        assertThat(third.acquiredAt()).isGreaterThanOrEqualTo(second.until());
        assertThat(second.token()).isGreaterThan(first.token());
        assertThat(third.token()).isGreaterThan(second.token());
    }

    @Test
    void aClockThatIsSetBackNeitherLosesALockNorProlongsTheTrustInIt() throws Exception {
        HeldLock lock = hold();
        StoreTime granted = look().heartbeatAt();

        clock.set(HOUR.negated());

        Await.until(
                PATIENCE, () -> look().heartbeatAt().hasReached(granted.plus(LEASE.plus(LEASE))));
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(lock.trustLeft()).isLessThanOrEqualTo(LEASE);
        assertThat(fast.acquire(request(new WhenHeld.GiveUp())))
                .isInstanceOf(AcquireOutcome.Refused.class);
    }

    /** Its host may as well have been suspended for that hour: whether it still holds the lock, the server says. */
    @Test
    void aClockThatIsSetForwardsGivesNoLockAwayAndMakesNoLeaseLonger() throws Exception {
        BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
        hold().onLost(losses::add);
        StoreTime granted = look().heartbeatAt();

        clock.set(HOUR);

        var refused = (AcquireOutcome.Refused) slow.acquire(request(new WhenHeld.GiveUp()));
        assertThat(refused.refusal()).isInstanceOf(Refusal.Held.class);
        Await.until(PATIENCE, () -> !losses.isEmpty() || !look().heartbeatAt().equals(granted));
        assertThat(look().heartbeatAt()).isBetween(granted, serverTime());
        assertThat(look().heartbeatAt().until(look().until())).isEqualTo(LEASE);
    }

    private HeldLock hold() throws InterruptedException {
        return ((HoldOutcome.Taken) engine.hold(request(new WhenHeld.GiveUp()))).locks().getFirst();
    }

    private Hold look() {
        return engine.look(Resource.parse("shop").root()).holds().getFirst();
    }
}
