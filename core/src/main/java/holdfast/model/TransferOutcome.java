package holdfast.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything a transfer can answer. */
public sealed interface TransferOutcome {
    /** @param holds the receiver's, the named one first; each under a new, larger token */
    record Transferred(List<Hold> holds) implements TransferOutcome {
        public Transferred {
            holds = List.copyOf(holds);
        }
    }

    /** The hold is not live. The ending is null when nothing is known of it. */
    record Lost(@Nullable Ending ending) implements TransferOutcome {}

    /** The receiver would stand against this hold. */
    record Conflict(Hold with) implements TransferOutcome {}
}
