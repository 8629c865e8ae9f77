package holdfast.engine;

import holdfast.model.ReleaseOutcome;
import java.time.Duration;

/** Who keeps a lock alive for its holder, and takes it back. */
interface Keeping {
    HoldState stateOf(KeptHold kept);

    Duration trustLeft(KeptHold kept);

    ReleaseOutcome release(KeptHold kept);

    /** Gives back what its caller is not told of. */
    void abandon(KeptHold kept);
}
