package holdfast.store.resilience.call;

import holdfast.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what may hang or fail at that. Whoever closes is done with it, so it hears of neither. */
final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    private Closing() {}

    static void quietly(Guard guard, Patience patience, AutoCloseable what) {
        // As a write: one that got no answer in time is not made again.
        Call<Boolean> call = Call.of(Purpose.LOOK, Effect.WRITES, "close", () -> close(what));
        try {
            boolean unused = guard.run(patience.usual(call));
        } catch (StoreException e) {
            LOG.warn("the store was not closed in time: {}", e.getMessage());
        }
    }

    private static boolean close(AutoCloseable what) {
        try {
            what.close();
            return true;
        } catch (Exception e) {
            LOG.warn("the store could not be closed", e);
            return false;
        }
    }
}
