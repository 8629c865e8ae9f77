package holdfast.store.testkit;

import org.junit.jupiter.api.Nested;

/**
 * What every {@link holdfast.store.LockStore} must do, a test for each sentence of its Javadoc. A store's own test gives
 * {@link #open()} and nothing else.
 */
public abstract class LockStoreContract {
    /** A store that nobody has used yet. */
    protected abstract LockStoreFixture open();

    @Nested
    final class Time extends TimeContract {
        Time() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Numbers extends NumbersContract {
        Numbers() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Versions extends VersionsContract {
        Versions() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Conditions extends ConditionsContract {
        Conditions() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Refusals extends RefusalsContract {
        Refusals() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class HoldChanges extends HoldChangesContract {
        HoldChanges() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class WaiterChanges extends WaiterChangesContract {
        WaiterChanges() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Requests extends RequestsContract {
        Requests() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class View extends ViewContract {
        View() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class LongQueues extends LongQueuesContract {
        LongQueues() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Listing extends ListingContract {
        Listing() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Lapses extends LapsesContract {
        Lapses() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Freezes extends FreezesContract {
        Freezes() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Audit extends AuditContract {
        Audit() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Batch extends BatchContract {
        Batch() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Notices extends NoticesContract {
        Notices() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Names extends NamesContract {
        Names() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Handles extends HandlesContract {
        Handles() {
            super(LockStoreContract.this::open);
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(LockStoreContract.this::open);
        }
    }
}
