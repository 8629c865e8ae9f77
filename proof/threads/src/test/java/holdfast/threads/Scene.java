package holdfast.threads;

import holdfast.engine.EngineSettings;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireRequest;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.OwnerUse;
import holdfast.model.Priority;
import holdfast.model.Refusal;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Engines on one store, on a host whose clocks the test moves. */
@SuppressWarnings("DoNotCallSuggester") // they fail the test that calls them
final class Scene implements AutoCloseable {
    static final Resource API = Resource.parse("shop/production//api");
    static final Root ROOT = API.root();
    static final Duration LEASE = Duration.ofSeconds(60);

    final ManualHost host = new ManualHost();
    final LockStore memory;
    final FaultyStore store;
    private final List<LockEngine> engines = new ArrayList<>();
    private final AtomicInteger names = new AtomicInteger();

    private Scene(Executor notices) {
        memory = new MemoryLockStore(host::storeNanos, notices);
        store = new FaultyStore(memory);
    }

    static Scene make() {
        return new Scene(Runnable::run);
    }

    /** What the store tells goes this way. */
    static Scene telling(Executor notices) {
        return new Scene(notices);
    }

    /** Nobody ever hears anything from the store. */
    static Scene withoutNotices() {
        return new Scene(notice -> {});
    }

    LockEngine engine() {
        return engine(EngineSettings.DEFAULT);
    }

    LockEngine engine(EngineSettings settings) {
        LockEngine engine = LockEngine.open(store, settings, host);
        engines.add(engine);
        return engine;
    }

    /** An engine on what was put around the store. */
    LockEngine engineOn(LockStore other) {
        LockEngine engine = LockEngine.open(other, EngineSettings.DEFAULT, host);
        engines.add(engine);
        return engine;
    }

    /** An engine on a host whose wall clock is wrong. */
    LockEngine engineWithWallClockWrongBy(Duration error) {
        LockEngine engine =
                LockEngine.open(store, EngineSettings.DEFAULT, host.withWallClockWrongBy(error));
        engines.add(engine);
        return engine;
    }

    /** An engine that reaches the store whatever happens to the others. */
    LockEngine bystander() {
        LockEngine engine = LockEngine.open(memory, EngineSettings.DEFAULT, host);
        engines.add(engine);
        return engine;
    }

    AcquireRequest request(Resource resource, Mode mode, WhenHeld whenHeld, Duration lease) {
        int number = names.incrementAndGet();
        return new AcquireRequest(
                new RequestId("request-" + number),
                resource,
                mode,
                new Owner(new OwnerId("owner-" + number), "owner-" + number),
                null,
                whenHeld,
                WhenFrozen.WAIT,
                lease,
                Priority.NORMAL,
                Note.NONE,
                null);
    }

    AcquireRequest now() {
        return request(API, Mode.EXCLUSIVE, new WhenHeld.GiveUp(), LEASE);
    }

    AcquireRequest waiting(Duration atMost) {
        return request(API, Mode.EXCLUSIVE, new WhenHeld.Wait(atMost), LEASE);
    }

    /** The same wish of an owner that was made for it. */
    static AcquireRequest ownedOnce(AcquireRequest request) {
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                request.owner(),
                null,
                request.whenHeld(),
                request.whenFrozen(),
                request.lease(),
                request.priority(),
                request.note(),
                null,
                OwnerUse.ONCE);
    }

    /** The same request for another lease. */
    static AcquireRequest leased(AcquireRequest request, Duration lease) {
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                request.owner(),
                request.under(),
                request.whenHeld(),
                request.whenFrozen(),
                lease,
                request.priority(),
                request.note(),
                null);
    }

    /** The same wish by an owner who may hold something already. */
    static AcquireRequest by(Owner owner, @Nullable LockId under, AcquireRequest request) {
        return new AcquireRequest(
                request.id(),
                request.resource(),
                request.mode(),
                owner,
                under,
                request.whenHeld(),
                request.whenFrozen(),
                request.lease(),
                request.priority(),
                request.note(),
                null);
    }

    HeldLock hold(LockEngine engine) {
        return hold(engine, now());
    }

    HeldLock hold(LockEngine engine, AcquireRequest request) {
        return taken(host.call("holder", () -> engine.hold(request)));
    }

    /** Holds for long enough that nobody who comes expects the next hand-over at once. */
    HeldLock holdForAWhile(LockEngine engine) {
        HeldLock held = hold(engine);
        aWhile();
        return held;
    }

    void aWhile() {
        host.advance(Duration.ofMillis(5));
    }

    Call<HoldOutcome> call(LockEngine engine, AcquireRequest request) {
        Call<HoldOutcome> call = host.call(request.id().text(), () -> engine.hold(request));
        host.settle();
        return call;
    }

    static HeldLock taken(Call<HoldOutcome> call) {
        return switch (call.answer()) {
            case HoldOutcome.Taken taken -> taken.locks().get(0);
            case HoldOutcome.Refused refused ->
                    throw new AssertionError("refused: " + refused.refusal());
        };
    }

    static Refusal refusal(Call<HoldOutcome> call) {
        return switch (call.answer()) {
            case HoldOutcome.Refused refused -> refused.refusal();
            case HoldOutcome.Taken taken -> throw new AssertionError("taken: " + taken);
        };
    }

    RootView root() {
        return memory.read(ROOT, Interest.NONE);
    }

    static void unavailable() {
        throw new StoreException.Unavailable("the store is away", null);
    }

    static void answerLost() {
        throw new StoreException.OutcomeUnknown("the answer was lost", null);
    }

    @Override
    public void close() {
        store.healthy();
        engines.forEach(LockEngine::close);
        host.settle();
    }
}
