package holdfast.engine;

import static holdfast.engine.Stubs.check;
import static holdfast.engine.Stubs.together;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;

/**
 * What the keeper's two loops and the threads that take locks do at the same time.
 *
 * <ul>
 *   <li>keep, against a round of either loop: the loop rests no longer than until the new hold is due, or is woken.
 *   <li>keep, against close: a hold that is kept is watched, by the loop that was there or by a new one.
 * </ul>
 */
final class KeeperLincheckTest {
    private static final int ORDERS = 1_000;
    private static final int KEEPER = 0;
    private static final int WATCH = 1;
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final StubHost host = new StubHost();
    private final Keeper keeper = keeperOn(host);

    private static Keeper keeperOn(StubHost host) {
        var site = new Site(new StubStore(), host, Stubs.ENGINE);
        var loop = new CommitLoop(site, EngineSettings.DEFAULT, made -> {});
        return new Keeper(host, new StorePulse(site, loop), EngineSettings.DEFAULT.heartbeat());
    }

    @Test
    void theHeartbeatOfANewHoldIsNotSleptOver() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new KeeperLincheckTest().keepAgainstARoundOf(KEEPER, 100));
    }

    @Test
    void theLossOfANewHoldIsNotSleptOver() {
        Lincheck.runConcurrentTest(
                ORDERS, () -> new KeeperLincheckTest().keepAgainstARoundOf(WATCH, 294));
    }

    private void keepAgainstARoundOf(int loop, int dueMillis) {
        keeper.keep(Stubs.kept(LONG));
        AtomicReference<Duration> rest = new AtomicReference<>();
        together(() -> rest.set(restOf(host.started(loop))), () -> keeper.keep(Stubs.kept(SHORT)));
        check(
                host.signal(loop).isRaised()
                        || Objects.requireNonNull(rest.get()).toMillis() <= dueMillis,
                "rests " + rest + " although a hold is due after " + dueMillis + " ms");
    }

    @Test
    void aHoldThatIsKeptWhileTheKeeperClosesIsWatched() {
        Lincheck.runConcurrentTest(ORDERS, () -> new KeeperLincheckTest().keepAgainstClose());
    }

    private void keepAgainstClose() {
        KeptHold first = Stubs.kept(LONG);
        keeper.keep(first);
        keeper.drop(first);
        AtomicReference<Duration> rest = new AtomicReference<>();
        together(
                () -> {
                    keeper.close();
                    rest.set(restOf(host.started(WATCH)));
                },
                () -> keeper.keep(Stubs.kept(SHORT)));
        boolean goesOn = !Objects.requireNonNull(rest.get()).isNegative();
        check(goesOn || host.startedCount() == 3, "nobody watches");
    }

    private static final Duration ENDED = Duration.ofSeconds(-1);

    private static Duration restOf(Runnable loop) {
        try {
            loop.run();
            return ENDED;
        } catch (StubHost.AtRest e) {
            return e.rest();
        }
    }
}
