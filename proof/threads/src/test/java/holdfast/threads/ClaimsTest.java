package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.HoldState;
import holdfast.engine.LockEngine;
import holdfast.engine.Loss;
import holdfast.model.Prefix;
import holdfast.model.ReleaseOutcome;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holds with several claims, of several threads, and holders that would hold for ever. */
final class ClaimsTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void aLockBelongsToItsOwnerAndToNoThread() {
        LockEngine engine = scene.engine();
        HeldLock outer = scene.hold(engine); // on a thread that has ended
        HeldLock inner = further(engine, outer); // on another one
        assertThat(inner.token()).isEqualTo(outer.token());
        assertThat(released(outer)).isEqualTo(new ReleaseOutcome.Released(1));
        assertThat(inner.state()).isEqualTo(new HoldState.Held());
        assertThat(released(inner)).isEqualTo(new ReleaseOutcome.Released(0));
    }

    @Test
    void theSecondCloseOfAClaimEatsNoOther() {
        LockEngine engine = scene.engine();
        HeldLock outer = scene.hold(engine);
        HeldLock inner = further(engine, outer);
        released(inner);
        assertThat(released(inner)).isEqualTo(new ReleaseOutcome.Released(1));
        assertThat(scene.root().holds()).hasSize(1);
        assertThat(outer.state()).isEqualTo(new HoldState.Held());
    }

    @Test
    void aFurtherClaimThatIsGivenBackLeavesNoHeartbeatBehind() {
        LockEngine engine = scene.engine();
        HeldLock outer = scene.hold(engine);
        for (int i = 0; i < 5; i++) {
            released(further(engine, outer));
        }
        scene.host.advance(Duration.ofMinutes(2));
        assertThat(heartbeats()).isBetween(5, 6);
        released(outer);
        int before = heartbeats();
        scene.host.advance(Duration.ofMinutes(5));
        assertThat(heartbeats()).isEqualTo(before);
    }

    @Test
    void whoLostTheOuterLockIsToldForEachOfItsClaimsAndClaimsNoMore() {
        LockEngine engine = scene.engine();
        HeldLock outer = scene.hold(engine);
        HeldLock inner = further(engine, outer);
        scene.host.suspend(Scene.LEASE);
        assertThat(outer.state()).isInstanceOf(HoldState.Lost.class);
        assertThat(inner.state()).isInstanceOf(HoldState.Lost.class);
        Call<HoldOutcome> more =
                scene.call(engine, Scene.by(outer.owner(), outer.id(), scene.waiting(LONG)));
        assertThat(more.answer()).isInstanceOf(HoldOutcome.Refused.class);
    }

    @Test
    void aHolderThatRenewsForEverIsToldInTimeThatItsTenureIsOverAndTheNextIsServed() {
        LockEngine engine = scene.engine(withTenure(Duration.ofMinutes(5)));
        HeldLock lock = scene.hold(engine);
        List<Loss> losses = Collections.synchronizedList(new ArrayList<>());
        lock.onLost(losses::add);
        Call<HoldOutcome> next = scene.call(engine, scene.waiting(LONG));
        scene.host.advance(Duration.ofSeconds(290));
        assertThat(lock.state().isHeld()).isTrue();
        scene.host.advance(Duration.ofMillis(9_950));
        assertThat(losses).extracting(Loss::reason).containsExactly(Loss.Reason.EXPIRED);
        assertThat(next.isDone()).isFalse();
        scene.host.advance(Duration.ofMillis(60));
        assertThat(Scene.taken(next).token()).isGreaterThan(lock.token());
    }

    private static EngineSettings withTenure(Duration tenure) {
        Rules usual = Rules.DEFAULT;
        return EngineSettings.DEFAULT.withRules(
                new Rules(
                        usual.priorityStep(),
                        usual.claimDeadline(),
                        usual.ticketLease(),
                        usual.limits(),
                        List.of(new Rules.Tenure(new Prefix("shop/production"), tenure))));
    }

    private HeldLock further(LockEngine engine, HeldLock outer) {
        return scene.hold(engine, Scene.by(outer.owner(), outer.id(), scene.now()));
    }

    private ReleaseOutcome released(HeldLock lock) {
        return scene.host.call("release", lock::release).answer();
    }

    private int heartbeats() {
        return scene.store.batchesOf(Change.Extend.class).stream().mapToInt(List::size).sum();
    }
}
