package holdfast.store.testkit;

import org.junit.jupiter.api.Nested;

/**
 * What every {@link holdfast.store.DocumentStore} must do, a test for each sentence of its Javadoc. A store's own test gives
 * {@link #open()} and nothing else.
 */
public abstract class DocumentStoreContract {
    /** A store that nobody has used yet. */
    protected abstract DocumentStoreFixture open();

    @Nested
    final class Writes extends DocumentWritesContract {
        Writes() {
            super(DocumentStoreContract.this::open);
        }
    }

    @Nested
    final class Lists extends DocumentListsContract {
        Lists() {
            super(DocumentStoreContract.this::open);
        }
    }

    @Nested
    final class Sharing extends DocumentSharingContract {
        Sharing() {
            super(DocumentStoreContract.this::open);
        }
    }
}
