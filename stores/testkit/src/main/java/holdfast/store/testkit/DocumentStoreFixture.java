package holdfast.store.testkit;

import holdfast.store.DocumentStore;

/** A fresh store of documents in the hands of a test. */
public interface DocumentStoreFixture extends AutoCloseable {
    DocumentStore store();

    /** Opens the store once more. Each call gives a new handle, which the fixture closes. */
    SecondHandle<DocumentStore> openAgain();

    /** Closes all handles and removes what was stored. */
    @Override
    void close();
}
