package holdfast.engine;

import holdfast.model.StoreTime;
import org.jspecify.annotations.Nullable;

/**
 * How an engine's search for deadlocks does.
 *
 * @param lastAt when it last came to its end, by the host's clock; null if it has not yet
 * @param found how many deadlocks it found then, each of which it broke
 * @param latest whether the latest one came to its end
 */
public record DeadlockScan(@Nullable StoreTime lastAt, int found, Latest latest) {
    /** How the latest one ended. */
    public enum Latest {
        DONE,
        FAILED
    }

    static final DeadlockScan NONE_YET = new DeadlockScan(null, 0, Latest.DONE);

    public boolean isFailing() {
        return latest == Latest.FAILED;
    }

    DeadlockScan failed() {
        return new DeadlockScan(lastAt, found, Latest.FAILED);
    }
}
