package holdfast.simulation;

import holdfast.engine.EngineHost;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A wait that takes virtual time. */
final class SimulatedSignal implements EngineHost.Signal {
    private final World world;
    private boolean raised;
    private @Nullable Actor waiting;
    private long nap;

    SimulatedSignal(World world) {
        this.world = world;
    }

    @Override
    public void raise() {
        raised = true;
        if (waiting != null) {
            waiting.wake(nap, world.weather().shortly());
        }
    }

    @Override
    public void await(Duration atMost) throws InterruptedException {
        Actor actor = world.scheduler().running();
        nap = actor.lieDown();
        waiting = actor;
        actor.wake(nap, raised ? world.weather().shortly() : atMost.toNanos());
        try {
            actor.sleepInterruptibly();
        } finally {
            waiting = null;
        }
        raised = false;
        if (actor.takeInterrupt()) {
            throw new InterruptedException("interrupted by the simulation");
        }
    }
}
