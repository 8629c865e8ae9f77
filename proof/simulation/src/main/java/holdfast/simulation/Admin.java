package holdfast.simulation;

import holdfast.engine.LockEngine;
import holdfast.model.Ending;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.LockId;
import holdfast.model.Prefix;
import holdfast.model.Quarantine;
import holdfast.model.RequestId;
import holdfast.store.FreezeDraft;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** People who cancel, force and freeze, from whichever engine is up. */
final class Admin {
    private static final long SECOND = 1_000_000_000L;
    private static final String SKIPPED = "skip the quarantine";
    private static final String WITH_QUARANTINE = "quarantine ";

    private final World world;
    private final Chance chance;
    private int deeds;

    Admin(World world) {
        this.world = world;
        this.chance = world.chance();
    }

    void plan() {
        world.scheduler().after(chance.between(SECOND / 2, 8 * SECOND), this::act);
    }

    private void act() {
        if (!world.isWorking()) {
            return;
        }
        if (!world.nodes().isEmpty() && world.ledger().hasEngines()) {
            LockEngine engine = world.ledger().someEngine();
            Node node = world.ledger().nodeOf(engine);
            node.start("admin", () -> doSomething(engine));
        }
        plan();
    }

    private void doSomething(LockEngine engine) {
        try {
            switch (chance.below(4)) {
                case 0 -> force(engine);
                case 1 -> freeze(engine);
                default -> cancel(engine);
            }
        } catch (StoreException e) {
            world.note(world.scheduler().running(), "failed: " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void force(LockEngine engine) {
        var lock = world.ledger().someLock();
        if (lock.isEmpty()) {
            return;
        }
        var hold = engine.find(lock.get());
        if (hold.isEmpty()) {
            return;
        }
        LockId id = hold.get().id();
        world.ledger().forcing(id);
        boolean skip = chance.percent(40);
        // As long as the old holder may still believe that it holds.
        Duration quarantine = hold.get().terms().lease().plusSeconds(1);
        var request =
                new ForceUnlockRequest(
                        Set.of(id),
                        "admin",
                        skip ? SKIPPED : WITH_QUARANTINE + quarantine,
                        skip ? new Quarantine.Skipped() : new Quarantine.For(quarantine));
        var outcome = engine.forceUnlock(hold.get().resource().root(), request);
        world.note(world.scheduler().running(), "forced " + id + " " + outcome);
    }

    /** The quarantine that a force-unlock of this reason asked for. */
    static Optional<Duration> quarantineOf(Ending.Forced forced) {
        return forced.reason().startsWith(WITH_QUARANTINE)
                ? Optional.of(Duration.parse(forced.reason().substring(WITH_QUARANTINE.length())))
                : Optional.empty();
    }

    private void freeze(LockEngine engine) throws InterruptedException {
        String id = "freeze" + ++deeds;
        Prefix prefix =
                chance.oneOf(
                        List.of(
                                Prefix.EVERYTHING,
                                new Prefix("root1"),
                                new Prefix("root1//a"),
                                new Prefix("root1//a/x")));
        var draft =
                new FreezeDraft(
                        id,
                        prefix,
                        "admin",
                        "release night",
                        Duration.ofMillis(chance.between(1_500, 12_000)),
                        Set.of("c1-o1", "c2-o1"));
        engine.freeze(draft);
        world.note(world.scheduler().running(), "froze " + prefix);
        if (chance.percent(50)) {
            world.scheduler().running().rest(chance.between(SECOND / 10, 4 * SECOND));
            engine.thaw(id, "admin", "enough");
        }
    }

    private void cancel(LockEngine engine) {
        List<Ledger.Entry> open = world.ledger().open();
        if (open.isEmpty()) {
            return;
        }
        var request = chance.oneOf(open).request();
        RequestId id = request.id();
        var outcome = engine.cancel(request.resource().root(), id, "not needed");
        world.note(world.scheduler().running(), "cancelled " + id + " " + outcome);
    }
}
