package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.Mode;
import holdfast.model.Prefix;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Rules;
import holdfast.store.Change;
import holdfast.store.FreezeDraft;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who stands in line is served in bounded time, at a cost that does not grow with the line. */
final class LineTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    /** What lapses so long after the engines began is not found by their sweeps, which come every 30 s. */
    private static final Duration AMID_SWEEPS = Duration.ofSeconds(7);

    private final Scene scene = Scene.make();

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 50})
    void howeverManyDiedAheadTheNextWhoLivesWaitsForTwoClaimDeadlinesAtMost(int dead) {
        HeldLock held = scene.hold(scene.bystander());
        LockEngine dying = scene.engine();
        for (int i = 0; i < dead; i++) {
            scene.call(dying, scene.waiting(LONG));
        }
        Call<HoldOutcome> living = scene.call(scene.bystander(), scene.waiting(LONG));
        scene.store.failing(Scene::unavailable);
        release(held);
        scene.host.advance(Rules.DEFAULT.claimDeadline().multipliedBy(2).plusMillis(100));
        assertThat(Scene.taken(living)).isNotNull();
    }

    @Test
    void whoWaitsForAHolderThatDiedIsServedWhenTheLeaseEndsAlthoughNobodyTellsThat() {
        try (Scene deaf = Scene.withoutNotices()) {
            LockEngine living = deaf.bystander();
            LockEngine dying = deaf.engine();
            deaf.host.advance(AMID_SWEEPS);
            deaf.hold(dying);
            deaf.store.failing(Scene::unavailable);
            Call<HoldOutcome> waiting = deaf.call(living, deaf.waiting(LONG));
            deaf.host.advance(Scene.LEASE.minusMillis(1));
            assertThat(waiting.isDone()).isFalse();
            deaf.host.advance(Duration.ofMillis(2));
            assertThat(Scene.taken(waiting)).isNotNull();
        }
    }

    @Test
    void whoAsksForAShortWaitBehindADeadHolderIsServedIfTheLeaseEndsFirst() {
        LockEngine living = scene.bystander();
        LockEngine dying = scene.engine();
        scene.host.advance(AMID_SWEEPS);
        scene.hold(dying);
        scene.store.failing(Scene::unavailable);
        scene.host.advance(Duration.ofSeconds(57));
        Call<HoldOutcome> waiting = scene.call(living, scene.waiting(Duration.ofSeconds(4)));
        scene.host.advance(Duration.ofSeconds(4));
        assertThat(Scene.taken(waiting)).isNotNull();
    }

    @Test
    void whomAFreezeExemptsIsServedThoughItStandsBehindManyWhomItStops() {
        LockEngine engine = scene.engine();
        HeldLock held = scene.hold(engine);
        for (int i = 0; i < 5; i++) {
            scene.call(scene.bystander(), scene.waiting(LONG));
        }
        AcquireRequest exempt = scene.waiting(LONG);
        scene.host.call(
                "freezing",
                () ->
                        engine.freeze(
                                new FreezeDraft(
                                        "quiet-time",
                                        new Prefix("shop/production"),
                                        "alice",
                                        "an audit",
                                        LONG,
                                        Set.of(exempt.owner().name()))));
        scene.host.advance(Duration.ofSeconds(2));
        Call<HoldOutcome> served = scene.call(scene.bystander(), exempt);
        release(held);
        scene.host.advance(Rules.DEFAULT.ticketLease());
        assertThat(Scene.taken(served)).isNotNull();
    }

    @Test
    void aHandOverAsksTheStoreAsOftenWithManyWaitersAsWithFew() {
        double few = requestsPerHandOver(10);
        double many = requestsPerHandOver(400);
        assertThat(many).isLessThan(few + 1).isLessThan(8);
    }

    private static double requestsPerHandOver(int waiters) {
        try (Scene crowded = Scene.make()) {
            LockEngine engine = crowded.engine();
            HeldLock held = crowded.holdForAWhile(engine);
            for (int i = 0; i < waiters; i++) {
                var request = crowded.waiting(LONG);
                crowded.host.call(
                        request.id().text(),
                        () -> {
                            HoldOutcome outcome = engine.hold(request);
                            ((HoldOutcome.Taken) outcome).locks().get(0).close();
                            return outcome;
                        });
            }
            crowded.host.settle();
            assertThat(crowded.root().waiting()).isEqualTo(waiters);
            int before = requests(crowded);
            crowded.host.call("release", held::release).answer();
            crowded.host.settle();
            assertThat(crowded.root().holds()).isEmpty();
            return (double) (requests(crowded) - before) / waiters;
        }
    }

    private static int requests(Scene crowded) {
        return crowded.store.reads() + crowded.store.batchesOf(Change.class).size();
    }

    @Test
    void severalLocksThatAreWaitedForOneAfterTheOtherHaveOneDeadlineTogether() {
        LockEngine engine = scene.engine();
        HeldLock first = scene.hold(engine, elsewhere("a", new WhenHeld.GiveUp()));
        scene.hold(engine, elsewhere("b", new WhenHeld.GiveUp()));
        var wait = new WhenHeld.Wait(Duration.ofSeconds(5));
        var a = elsewhere("a", wait);
        var b = Scene.by(a.owner(), null, elsewhere("b", wait));
        Call<HoldOutcome> both = scene.host.call("both", () -> engine.holdAll(List.of(b, a)));
        scene.host.advance(Duration.ofSeconds(3));
        release(first);
        scene.host.advance(Duration.ofMillis(1_999));
        assertThat(both.isDone()).isFalse();
        scene.host.advance(Duration.ofMillis(1));
        assertThat(Scene.refusal(both)).isInstanceOf(Refusal.TimedOut.class);
        assertThat(scene.hold(engine, elsewhere("a", new WhenHeld.GiveUp()))).isNotNull();
    }

    private holdfast.model.AcquireRequest elsewhere(String root, WhenHeld whenHeld) {
        return scene.request(Resource.parse(root), Mode.EXCLUSIVE, whenHeld, Scene.LEASE);
    }

    @Test
    void anEngineThatCannotReadTheFreezesGrantsNothing() {
        LockEngine engine = scene.engine();
        release(scene.hold(engine));
        // Known by heart is how the root looks, and no longer what is frozen.
        scene.host.advance(Duration.ofSeconds(2));
        scene.store.beforeRead(Scene::unavailable);
        Call<HoldOutcome> call = scene.call(engine, scene.now());
        assertThat(call.failure()).isInstanceOf(StoreException.Unavailable.class);
        assertThat(scene.root().holds()).isEmpty();
    }

    private void release(HeldLock lock) {
        scene.host.call("release", lock::release).answer();
        scene.host.settle();
    }
}
