package holdfast.simulation;

import holdfast.engine.HeldLock;
import holdfast.model.Hold;
import java.util.Optional;

/**
 * Whoever is told by its engine that it holds a lock does hold it in the store: it learns of the end before the store can give
 * the lock away. Not promised when the store's clock jumps forward or its data is lost, nor to a process that is stopped, nor
 * when someone forced, transferred or released the lock from elsewhere.
 */
final class BelievedIsLive extends Invariant {
    BelievedIsLive(World world) {
        super(world);
    }

    @Override
    void stepped() {
        Profile profile = world().profile();
        if (profile.has(Trouble.Kind.CLOCK_FORWARD) || profile.has(Trouble.Kind.DATA_LOSS)) {
            return;
        }
        for (Ledger.Belief belief : world().ledger().beliefs()) {
            if (isPromised(belief) && !isLive(belief.lock())) {
                broken(
                        belief.node()
                                + " believes in "
                                + Shown.of(belief.lock().hold())
                                + " "
                                + belief.lock().state()
                                + " for "
                                + belief.lock().trustLeft());
            }
        }
    }

    private boolean isPromised(Ledger.Belief belief) {
        HeldLock lock = belief.lock();
        return belief.node().isAwake()
                && !belief.entry().isGivenUp()
                && !belief.entry().isCrowded()
                && !world().ledger().isForced(lock.id())
                && !world().ledger().isTransferred(lock.owner().id())
                && lock.state().isHeld();
    }

    private boolean isLive(HeldLock lock) {
        Optional<Hold> hold = world().ground().snapshot(lock.resource().root()).hold(lock.token());
        return hold.isPresent() && Judgement.lives(hold.get(), world().ground().now());
    }
}
