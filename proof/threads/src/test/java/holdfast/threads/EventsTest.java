package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.engine.LockEvent;
import holdfast.engine.Observation;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Quarantine;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What listeners hear of an engine's commits. */
final class EventsTest {
    private final Scene scene = Scene.make();
    private final LockEngine engine = scene.engine();
    private final List<LockEvent> events = new CopyOnWriteArrayList<>();

    EventsTest() {
        engine.onEvent(events::add);
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private LockEvent only(LockEvent.Type type) {
        List<LockEvent> found = events.stream().filter(event -> event.type() == type).toList();
        assertThat(found).as("%s in %s", type, events).hasSize(1);
        return found.getFirst();
    }

    @Test
    void aReleaseTellsHowLongTheLockWasHeldAndTheNextGrantHowLongItWasWaitedFor() {
        HeldLock first = scene.hold(engine);
        scene.host.advance(Duration.ofSeconds(3));
        Call<HoldOutcome> second = scene.call(engine, scene.waiting(Duration.ofMinutes(1)));
        scene.host.advance(Duration.ofSeconds(4));
        events.clear();

        first.close();
        Scene.taken(second);

        assertThat(only(LockEvent.Type.RELEASED).lasted()).isEqualTo(Duration.ofSeconds(7));
        assertThat(only(LockEvent.Type.ACQUIRED).lasted()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void everyFurtherClaimAndEveryClaimThatIsGivenBackIsTold() {
        HeldLock held = scene.hold(engine);
        AcquireRequest again = Scene.by(held.owner(), held.id(), scene.now());
        HeldLock further = scene.hold(engine, again);

        assertThat(only(LockEvent.Type.CLAIMED).lock()).isEqualTo(held.id());
        assertThat(only(LockEvent.Type.CLAIMED).detail()).isEqualTo("request " + again.id());

        further.close();
        assertThat(only(LockEvent.Type.UNCLAIMED).detail()).isEqualTo("request " + again.id());
        held.close();

        assertThat(events)
                .extracting(LockEvent::type)
                .containsExactly(
                        LockEvent.Type.ACQUIRED,
                        LockEvent.Type.CLAIMED,
                        LockEvent.Type.UNCLAIMED,
                        LockEvent.Type.RELEASED);
    }

    @Test
    void aQuarantineIsNotToldAsAnAcquiredLock() {
        HeldLock held = scene.hold(engine);
        events.clear();

        engine.forceUnlock(
                Scene.ROOT,
                new ForceUnlockRequest(Set.of(held.id()), "admin", "wedged", Quarantine.usual()));

        assertThat(only(LockEvent.Type.FORCED).detail()).isEqualTo("by admin: wedged");
        assertThat(events)
                .extracting(LockEvent::type)
                .contains(LockEvent.Type.QUARANTINED)
                .doesNotContain(LockEvent.Type.ACQUIRED);
    }

    @Test
    void whoMeasuresHearsOfAnswersHeartbeatsAndFailures() {
        List<Observation> seen = new CopyOnWriteArrayList<>();
        engine.onObservation(seen::add);

        HeldLock held = scene.hold(engine);
        Scene.refusal(scene.call(engine, scene.now()));
        scene.host.advance(Scene.LEASE.dividedBy(3));
        scene.store.out(Scene::unavailable);
        scene.host.advance(Scene.LEASE.dividedBy(3));
        scene.store.healthy();

        assertThat(seen)
                .anySatisfy(one ->
                        assertThat(one)
                                .isInstanceOfSatisfying(
                                        Observation.Answered.class,
                                        answered ->
                                                assertThat(answered.outcome())
                                                        .isInstanceOf(
                                                                AcquireOutcome.Granted.class)))
                .anySatisfy(one ->
                        assertThat(one)
                                .isInstanceOfSatisfying(
                                        Observation.Answered.class,
                                        answered ->
                                                assertThat(answered.outcome())
                                                        .isInstanceOf(
                                                                AcquireOutcome.Refused.class)))
                .contains(
                        new Observation.Beat(Scene.API, Observation.Beat.Result.PROLONGED),
                        new Observation.Beat(Scene.API, Observation.Beat.Result.FAILED));
        held.close();
    }
}
