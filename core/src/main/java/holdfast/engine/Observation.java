package holdfast.engine;

import holdfast.model.AcquireOutcome;
import holdfast.model.Resource;
import java.time.Duration;

/** Something that an engine did or met with and that is no change of a lock; for those who measure. */
public sealed interface Observation {
    /**
     * A request was answered for the first time. If it joined the line, what becomes of it is told by a {@link LockEvent}.
     *
     * @param took how long the answer took, by the host's monotonic clock
     */
    record Answered(Resource resource, AcquireOutcome outcome, Duration took)
            implements Observation {}

    /** A request could not be answered, since the store could not do its work. */
    record Unanswered(Resource resource, Duration took) implements Observation {}

    /** A heartbeat of a hold. */
    record Beat(Resource resource, Result result) implements Observation {
        /** What became of it. */
        public enum Result {
            PROLONGED,
            /** The hold had ended. */
            TOO_LATE,
            /** The store could not be reached. */
            FAILED
        }
    }

    /** A regular task failed, such as {@code deadlock scan}; it is repeated. */
    record RoundFailed(String task) implements Observation {}
}
