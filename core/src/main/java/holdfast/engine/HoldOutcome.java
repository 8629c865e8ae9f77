package holdfast.engine;

import holdfast.model.Refusal;
import java.util.List;

/** Everything that taking one or several locks and keeping them can answer. */
public sealed interface HoldOutcome {
    /** @param locks one for each request, in the order in which they were asked for */
    record Taken(List<HeldLock> locks) implements HoldOutcome {
        public Taken {
            locks = List.copyOf(locks);
        }
    }

    /** None was taken, or all that were have been given back. */
    record Refused(Refusal refusal) implements HoldOutcome {}
}
