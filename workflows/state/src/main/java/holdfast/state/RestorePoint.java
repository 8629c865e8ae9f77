package holdfast.state;

import java.time.Instant;

/** What to go back to. */
public sealed interface RestorePoint {
    record OfVersion(String id) implements RestorePoint {}

    /** What was current at this time. */
    record AtTime(Instant time) implements RestorePoint {}
}
