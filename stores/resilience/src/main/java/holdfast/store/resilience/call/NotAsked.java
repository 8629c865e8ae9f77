package holdfast.store.resilience.call;

import holdfast.store.StoreException;

/** The cause of an {@code Unavailable} that a guard threw without asking the store: trying again at once is of no use. */
public final class NotAsked extends RuntimeException {
    private static final long serialVersionUID = 1;

    private NotAsked(String message) {
        super(message, null, false, false);
    }

    public static StoreException.Unavailable because(String message) {
        return new StoreException.Unavailable(message, new NotAsked(message));
    }

    public static boolean isCauseOf(StoreException failure) {
        return failure.getCause() instanceof NotAsked;
    }
}
