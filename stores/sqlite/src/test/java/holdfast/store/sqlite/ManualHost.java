package holdfast.store.sqlite;

import holdfast.store.testkit.ManualClock;
import java.time.Duration;

/** A machine whose clocks a test moves. Safe for use by many threads. */
final class ManualHost implements HostClock {
    private final ManualClock sinceBoot = new ManualClock();
    private final ManualClock wall = new ManualClock();
    private final String boot;
    private volatile boolean exact = true;

    private ManualHost(String boot) {
        this.boot = boot;
        sinceBoot.stepBack(Duration.ofNanos(sinceBoot.getAsLong()).minus(Duration.ofHours(5)));
    }

    /** A machine that has been up for five hours. */
    static ManualHost booted(String boot) {
        return new ManualHost(boot);
    }

    static ManualHost withoutBootClock() {
        return new ManualHost("");
    }

    void advance(Duration by) {
        sinceBoot.advance(by);
        wall.advance(by);
    }

    /** Sets the wall clock; the boot clock cannot be set. */
    void stepBack(Duration by) {
        wall.stepBack(by);
    }

    @Override
    public String boot() {
        return boot;
    }

    /** As on a machine that has slept: each process counts that by itself. */
    void readInexactly() {
        exact = false;
    }

    @Override
    public Reading read() {
        return new Reading(sinceBoot.getAsLong(), wall.getAsLong(), exact);
    }
}
