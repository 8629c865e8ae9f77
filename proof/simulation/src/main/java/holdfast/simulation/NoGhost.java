package holdfast.simulation;

import holdfast.model.Root;

/** In the end nothing is left in the store that nobody knows of. */
final class NoGhost extends Invariant {
    NoGhost(World world) {
        super(world);
    }

    @Override
    void drained() {
        for (int i = 1; i <= world().profile().roots(); i++) {
            RootSnapshot root = world().ground().snapshot(new Root("root" + i));
            root.holds().forEach(hold -> broken(Shown.of(hold) + " is left"));
            root.queue().forEach(waiter -> broken(waiter + " is left in line"));
        }
    }
}
