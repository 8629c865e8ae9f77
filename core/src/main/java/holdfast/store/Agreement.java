package holdfast.store;

import java.time.Duration;

/**
 * What all engines of one store must agree on, since each decides for all: the version of the rules and the settings that
 * enter turn order and limits.
 */
public record Agreement(
        int rulesVersion, Duration priorityStep, int queueLengthMax, int waitingPathsMax) {

    /** @throws StoreException.Incompatible if an engine wants another than this, on which the store's engines agreed */
    public void require(Agreement wanted) {
        if (!equals(wanted)) {
            throw new StoreException.Incompatible(
                    "this store was set up with "
                            + this
                            + ", this engine has "
                            + wanted
                            + ": all engines of one store need the same rules and settings");
        }
    }
}
