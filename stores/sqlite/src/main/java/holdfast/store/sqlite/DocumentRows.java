package holdfast.store.sqlite;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The documents in the file. Their versions are numbers that no document of the file has had before. */
final class DocumentRows {
    /** Greater than every character of a key. */
    private static final char AFTER_ALL = 0x7f;

    private DocumentRows() {}

    static Optional<Document> find(Session session, DocumentKey key) throws SQLException {
        try (Rows rows = session.on(Sql.READ_DOCUMENT).with(key.text()).rows()) {
            return rows.next()
                    ? Optional.of(new Document(key, version(rows), rows.bytes()))
                    : Optional.empty();
        }
    }

    static PutResult put(
            Transaction in, DocumentKey key, @Nullable DocumentVersion expected, byte[] body)
            throws SQLException {
        DocumentVersion current = current(in.session(), key);
        if (!Objects.equals(current, expected)) {
            return new PutResult.Conflict(current);
        }
        long version = nextVersion(in);
        in.session().on(Sql.PUT_DOCUMENT).with(key.text()).with(version).with(body).update();
        in.changed();
        return new PutResult.Stored(new DocumentVersion(Long.toString(version)));
    }

    static PutResult delete(Transaction in, DocumentKey key, DocumentVersion expected)
            throws SQLException {
        DocumentVersion current = current(in.session(), key);
        if (!expected.equals(current)) {
            return new PutResult.Conflict(current);
        }
        in.session().on(Sql.REMOVE_DOCUMENT).with(key.text()).update();
        in.changed();
        return new PutResult.Stored(expected);
    }

    static List<DocumentKey> list(
            Session session, String prefix, @Nullable DocumentKey after, int limit)
            throws SQLException {
        Prepared query =
                session.on(Sql.LIST_DOCUMENTS)
                        .with(after == null ? "" : after.text())
                        .with(prefix)
                        .with(prefix + AFTER_ALL)
                        .with(limit);
        try (Rows rows = query.rows()) {
            var keys = new ArrayList<DocumentKey>();
            while (rows.next()) {
                keys.add(new DocumentKey(rows.text()));
            }
            return keys;
        }
    }

    private static @Nullable DocumentVersion current(Session session, DocumentKey key)
            throws SQLException {
        try (Rows rows = session.on(Sql.READ_DOCUMENT_VERSION).with(key.text()).rows()) {
            return rows.next() ? version(rows) : null;
        }
    }

    /** Also larger than the time, so that a file restored from a backup does not repeat versions given out since. */
    private static long nextVersion(Transaction in) throws SQLException {
        try (Rows rows =
                in.session().on(Sql.NEXT_DOCUMENT_VERSION).with(in.now().micros()).rows()) {
            rows.next();
            return rows.number();
        }
    }

    private static DocumentVersion version(Rows rows) throws SQLException {
        return new DocumentVersion(Long.toString(rows.number()));
    }
}
