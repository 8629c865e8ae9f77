package holdfast.simulation;

import holdfast.engine.EngineHost;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A simulated process with one engine: its clocks, its threads, and whether it is stopped or dead. */
final class Node implements EngineHost {
    private static final long WALL_ORIGIN = 1_750_000_000_000_000_000L;

    private final World world;
    private final String name;

    /** How fast its clocks run, in millionths of the true speed. */
    private final long speed;

    private final List<Actor> actors = new ArrayList<>();
    private long pausedUntil;
    private long resumedAt = Long.MIN_VALUE / 2;
    private long suspendedFor;
    private boolean dead;
    private int started;

    /** What a stopped process sees of the time. */
    enum Pause {
        /** Its threads did not run, its clocks did. */
        BOTH_CLOCKS_RUN,
        /** The host was suspended: only the wall clock shows it. */
        ONLY_THE_WALL_CLOCK_RUNS
    }

    Node(World world, String name) {
        this.world = world;
        this.name = name;
        this.speed = 1_000_000 + world.chance().between(-5_000, 5_000);
    }

    World world() {
        return world;
    }

    /** On an actor of this process. */
    LockEngine boot(EngineSettings settings) {
        while (true) {
            try {
                LockEngine engine = LockEngine.open(new SimulatedStore(this), settings, this);
                world.note(this, "is " + engine.id());
                return engine;
            } catch (StoreException e) {
                world.note(this, "cannot start: " + e.getMessage());
            }
        }
    }

    boolean isDead() {
        return dead;
    }

    long pauseLeft() {
        return pausedUntil - world.scheduler().now();
    }

    /** Whether its threads run and have had time to look at the clock since they last did not. */
    boolean isAwake() {
        long now = world.scheduler().now();
        return !dead && now >= pausedUntil && now - resumedAt > 50_000_000;
    }

    /** When it was last stopped. */
    long resumedAt() {
        return resumedAt;
    }

    void pause(Duration duration, Pause kind) {
        pausedUntil = world.scheduler().now() + duration.toNanos();
        resumedAt = pausedUntil;
        if (kind == Pause.ONLY_THE_WALL_CLOCK_RUNS) {
            // In its own nanoseconds: a clock that runs slower must not go back.
            suspendedFor += scaled(pausedUntil) - scaled(world.scheduler().now());
        }
    }

    void crash() {
        dead = true;
        List.copyOf(actors).forEach(Actor::unwind);
        actors.clear();
    }

    // -- what the engine lives on --

    @Override
    public long monotonicNanos() {
        return scaled(world.scheduler().now()) - suspendedFor;
    }

    @Override
    public long wallNanos() {
        return WALL_ORIGIN + scaled(world.scheduler().now());
    }

    private long scaled(long nanos) {
        return nanos / 1_000_000 * speed + nanos % 1_000_000;
    }

    @Override
    public long random() {
        return world.chance().next();
    }

    @Override
    public Signal newSignal() {
        return new SimulatedSignal(world);
    }

    @Override
    public void start(String what, Runnable loop) {
        if (dead) {
            throw new Actor.Crashed();
        }
        actors.removeIf(Actor::isFinished);
        var actor = new Actor(this, name + "/" + what.replace("holdfast-", "") + ++started, loop);
        actors.add(actor);
        actor.start(world.weather().shortly());
    }

    @Override
    public String toString() {
        return name;
    }
}
