package holdfast.store.testkit;

import holdfast.store.DocumentStore;

/** A fresh store of documents in the hands of a test. */
public interface DocumentStoreFixture extends AutoCloseable {
    DocumentStore store();

    /** Opens the store once more. Each call gives a new handle, which the fixture closes. */
    SecondHandle<DocumentStore> openAgain();

    /** How often each of a crowd does what others do too: less often where each time takes long. */
    default int rounds() {
        return 50;
    }

    /** Closes all handles and removes what was stored. */
    @Override
    void close();
}
