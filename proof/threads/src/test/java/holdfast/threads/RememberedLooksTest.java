package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Mode;
import holdfast.model.RequestState;
import holdfast.model.Resource;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an engine remembers of a root must not outlive what it says. */
final class RememberedLooksTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration TICKET = Rules.DEFAULT.ticketLease();

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void aQueueThatWasFullOfDeadPlacesTakesTheNextRequest() {
        LockEngine engine = scene.engine(withQueueOf(2));
        scene.hold(engine);
        leftInLine(engine);
        leftInLine(engine);
        scene.host.advance(TICKET);

        Call<HoldOutcome> waiting = scene.call(engine, scene.waiting(LONG));

        assertThat(waiting.isDone()).as("refused although nobody waits").isFalse();
    }

    @Test
    void aReleaseHandsOverToWhoIsAliveThoughTheFirstInLineHasDied() {
        LockEngine engine = scene.engine(withQueueOf(100));
        HeldLock held = scene.hold(engine);
        Call<HoldOutcome> second = scene.call(engine, scene.waiting(LONG));
        leftInLine(engine);
        Call<HoldOutcome> alive = scene.call(engine, scene.waiting(LONG));
        scene.host.call("release", held::release).answer();
        HeldLock next = Scene.taken(second); // the engine remembers who is next: one who is gone
        scene.host.advance(TICKET);

        scene.host.call("release", next::release).answer();

        assertThat(alive.isDone()).as("waits for one who is gone").isTrue();
    }

    /** The look was remembered with a hold that had ended, which the next commit clears away: so there is something to commit. */
    @Test
    void nobodyIsRefusedForAHoldThatHasEndedSinceTheLook() {
        LockEngine engine = scene.engine(withQueueOf(100));
        Resource web = Resource.parse("shop/production//web");
        AcquireRequest first = detached(web, Duration.ofSeconds(10));
        AcquireRequest second = detached(Scene.API, Duration.ofSeconds(20));
        granted(engine, first);
        granted(engine, second);
        scene.host.advance(Duration.ofSeconds(15));
        granted(engine, second); // a repetition, which looks and changes nothing
        scene.host.advance(Duration.ofSeconds(15));

        granted(engine, detached(Scene.API, Duration.ofSeconds(20)));
    }

    private AcquireRequest detached(Resource resource, Duration lease) {
        return scene.request(resource, Mode.EXCLUSIVE, new WhenHeld.GiveUp(), lease);
    }

    private void granted(LockEngine engine, AcquireRequest request) {
        assertThat(scene.host.call("acquire", () -> engine.acquire(request)).answer())
                .isInstanceOf(AcquireOutcome.Granted.class);
    }

    /** By a caller elsewhere who never comes back. */
    private void leftInLine(LockEngine engine) {
        AcquireRequest request = scene.waiting(LONG);
        assertThat(scene.host.call("ask", () -> engine.remote().ask(request)).answer())
                .isInstanceOf(RequestState.Waiting.class);
    }

    /** Nothing is swept meanwhile. */
    private static EngineSettings withQueueOf(int length) {
        Limits all = Limits.DEFAULT;
        var limits =
                new Limits(
                        length,
                        all.waitingPathsMax(),
                        all.queueTimeMax(),
                        all.leaseMin(),
                        all.leaseMax(),
                        all.grantsPerCommitMax());
        EngineSettings settings = EngineSettings.DEFAULT;
        Rules rules = settings.rules();
        return new EngineSettings(
                new Rules(
                        rules.priorityStep(),
                        rules.claimDeadline(),
                        rules.ticketLease(),
                        limits,
                        rules.tenures()),
                settings.heartbeat(),
                settings.ticketTouch(),
                settings.staleAfter(),
                settings.victimPolicy(),
                Duration.ofHours(1),
                Duration.ofHours(1),
                settings.commitAttemptsMax());
    }
}
