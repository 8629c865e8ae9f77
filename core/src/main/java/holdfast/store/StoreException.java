package holdfast.store;

import holdfast.model.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The store could not do its work. The subtype says what the caller may do next. */
public abstract sealed class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public ErrorCode code() {
        return ErrorCode.BACKEND_ERROR;
    }

    /** Nothing was written: trying again is safe. */
    public static final class Unavailable extends StoreException {
        private static final long serialVersionUID = 1;

        public Unavailable(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The write was sent and its answer lost: read back before deciding anything. */
    public static final class OutcomeUnknown extends StoreException {
        private static final long serialVersionUID = 1;

        public OutcomeUnknown(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** What was read breaks an invariant, or was never ours: stop, and never repair it by guess. */
    public static final class Corrupted extends StoreException {
        private static final long serialVersionUID = 1;

        public Corrupted(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** The store was made by another version or with other settings: use the matching program or settings. */
    public static final class Incompatible extends StoreException {
        private static final long serialVersionUID = 1;

        public Incompatible(String message) {
            super(message, null);
        }
    }
}
