package holdfast.store.resilience.call;

import holdfast.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Whether a call may change what is stored, which decides what it means when no answer comes. */
public enum Effect {
    /** Changes nothing, or nothing that doing it again would not do. */
    READS,
    WRITES;

    /** What to throw for a call that was sent and got no answer. */
    public StoreException unanswered(String message, @Nullable Throwable cause) {
        return switch (this) {
            case READS -> new StoreException.Unavailable(message, cause);
            case WRITES -> new StoreException.OutcomeUnknown(message, cause);
        };
    }
}
