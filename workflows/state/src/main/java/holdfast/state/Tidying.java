package holdfast.state;

import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Has what is over swept: when somebody says so, and now and then after a save. */
final class Tidying {
    private static final Logger LOG = LoggerFactory.getLogger(Tidying.class);
    private static final int SWEEP_EVERY = 16;

    /** No save takes longer, though its process be suspended: until then its body may have no record yet. */
    private static final Duration SAVE_MAX = Duration.ofDays(7);

    private final Pointers pointers;
    private final Archive archive;
    private final StateSettings settings;

    Tidying(Pointers pointers, Archive archive, StateSettings settings) {
        this.pointers = pointers;
        this.archive = archive;
        this.settings = settings;
    }

    int sweep(StateName name) {
        return sweep(name, archive.ids().now());
    }

    private int sweep(StateName name, Instant now) {
        Instant longAgo = now.minus(settings.retention());
        Pointer pointer = pointers.read(name);
        int removed =
                new Sweeping(archive.records(), archive.bodies(), longAgo).sweep(name, pointer);
        new Strays(archive.records(), archive.bodies(), longAgo.minus(SAVE_MAX))
                .sweep(name, pointer);
        return removed;
    }

    /** Never fails: what it follows is done. */
    void after(StateName name, SaveOutcome outcome) {
        if (settings.onSave() == StateSettings.OnSave.SWEEP
                && outcome instanceof SaveOutcome.Saved saved
                && saved.version().number() % SWEEP_EVERY == 0) {
            try {
                sweep(name, timeOf(saved.version()));
            } catch (RuntimeException e) {
                // The next round sweeps.
                LOG.warn("'{}' is saved, but could not be swept", name, e);
            }
        }
    }

    /** By the clock of the locks' store, of which a token is the time, if the clock of this host is ahead of it. */
    private Instant timeOf(StateVersion saved) {
        Instant granted = VersionIds.granted(saved.token());
        Instant now = archive.ids().now();
        return granted.isBefore(now) ? granted : now;
    }
}
