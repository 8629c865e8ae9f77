package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clocks of hosts that are wrong or are set: they decide neither who is next nor whose lease is over. */
final class ClocksTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void hostsWhoseClocksDifferByHoursWaitInTheOrderInWhichTheyCame() {
        List<LockEngine> engines = new ArrayList<>();
        for (long seconds : List.of(0, 3_600, -3_600, 15, -15)) {
            engines.add(scene.engineWithWallClockWrongBy(Duration.ofSeconds(seconds)));
        }
        HeldLock held = scene.hold(scene.bystander());
        List<Call<HoldOutcome>> line = new ArrayList<>();
        for (LockEngine engine : engines) {
            line.add(scene.call(engine, scene.waiting(LONG)));
            scene.host.advance(Duration.ofSeconds(20));
        }
        for (Call<HoldOutcome> next : line) {
            assertThat(line.subList(line.indexOf(next), line.size())).noneMatch(Call::isDone);
            release(held);
            HeldLock lock = Scene.taken(next);
            assertThat(lock.token()).isGreaterThan(held.token());
            // It is kept alive although its host believes in another hour.
            scene.host.advance(Duration.ofMinutes(1));
            assertThat(lock.state().isHeld()).isTrue();
            held = lock;
        }
    }

    @Test
    void aWallClockThatIsSetBackLetsNobodyTrustALockForLonger() {
        HeldLock lock = scene.hold(scene.engine());
        scene.store.failing(Scene::unavailable);
        scene.host.advance(Duration.ofSeconds(10));
        scene.host.setWallClock(Duration.ofHours(-1));
        scene.host.advance(Duration.ofMillis(49_900));
        assertThat(scene.root().holds().get(0).isLive(scene.root().now())).isTrue();
        assertThat(lock.state().isHeld()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackStopsNeitherHeartbeatsNorWaits() {
        HeldLock lock = scene.hold(scene.engine());
        Call<HoldOutcome> next = scene.call(scene.engine(), scene.waiting(LONG));
        scene.host.setWallClock(Duration.ofHours(-1));
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(lock.state().isHeld()).isTrue();
        assertThat(scene.root().waiting()).isEqualTo(1);
        release(lock);
        assertThat(Scene.taken(next).token()).isGreaterThan(lock.token());
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
        scene.host.settle();
    }
}
