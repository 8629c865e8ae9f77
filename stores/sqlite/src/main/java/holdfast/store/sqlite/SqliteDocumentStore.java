package holdfast.store.sqlite;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps documents in a SQLite file, which may be that of a {@link SqliteLockStore}. A write is on disk before it returns. */
public final class SqliteDocumentStore implements DocumentStore {
    private final SqliteAccess access;

    private SqliteDocumentStore(SqliteAccess access) {
        this.access = access;
    }

    /**
     * Opens the file, or makes it with the directories that lead to it, readable by this user alone.
     *
     * @throws holdfast.store.StoreException if the file cannot be used or is not a store of this version; it is then unchanged
     */
    public static SqliteDocumentStore open(Path file, SqliteOptions options) {
        return new SqliteDocumentStore(SqliteAccess.open(file, options, BootClock.ofThisMachine()));
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        return access.look(at -> DocumentRows.find(at.session(), key));
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        DocumentStore.requireFit(key, body);
        return AnsweredWrite.make(access, in -> DocumentRows.put(in, key, expected, body));
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        return AnsweredWrite.make(access, in -> DocumentRows.delete(in, key, expected));
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        return access.look(at -> DocumentRows.list(at.session(), prefix, after, limit));
    }

    @Override
    public void close() {
        access.close();
    }
}
