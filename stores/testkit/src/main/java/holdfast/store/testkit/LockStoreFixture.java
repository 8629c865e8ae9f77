package holdfast.store.testkit;

import holdfast.store.LockStore;
import java.time.Duration;

/** A fresh store in the hands of a test, with a clock that the test moves. */
public interface LockStoreFixture extends AutoCloseable {
    LockStore store();

    /** Lets so much time pass for the store, on every handle. Called by many threads at once. */
    void advance(Duration by);

    /** The smallest step of the store's time, and so the shortest lease. */
    default Duration tick() {
        return Duration.ofNanos(1);
    }

    /** Which commits the store's time is never before. */
    default ClockScope clockScope() {
        return ClockScope.STORE;
    }

    /** What has one clock. */
    enum ClockScope {
        /** All roots, as the contract says. */
        STORE,
        /** Each root for itself; grants are judged by a time that is not before that of any list of freezes. */
        ROOT_AND_FREEZES,
        /** Each root for itself: where roots lie on several servers, nothing is before or after another across them. */
        ROOT
    }

    /** Sets the clock below the store back, as an operator or a time server may do. */
    void stepBack(Duration by);

    /** Opens the store once more. Each call gives a new handle, which the fixture closes. */
    SecondHandle<LockStore> openAgain();

    /** How long a notice may take; a test that waits for one waits so long before it gives up. */
    Duration noticesWithin();

    /** How much of what was granted notices say, which a store need not do. */
    default Telling telling() {
        return Telling.GRANTS;
    }

    enum Telling {
        /** What was granted to whom, and when. */
        GRANTS,
        /** What was granted to whom. */
        OFFERS,
        ROOTS_ONLY
    }

    /** Closes all handles and removes what was stored. */
    @Override
    void close();
}
