package holdfast.store.sqlite;

import holdfast.model.Root;
import holdfast.store.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The answer to a query. The columns of a row are read one after the other. */
final class Rows implements AutoCloseable {
    private final ResultSet results;
    private @Nullable Root root;
    private int read;

    Rows(ResultSet results) {
        this.results = results;
    }

    boolean next() throws SQLException {
        read = 0;
        return results.next();
    }

    String text() throws SQLException {
        String value = results.getString(++read);
        if (value == null) {
            throw new SQLException("column " + read + " is null");
        }
        return value;
    }

    /** The next column as a root. Rows of one root mostly stand together, and checking a name costs more than comparing it. */
    Root root() throws SQLException {
        String name = text();
        if (root == null || !root.text().equals(name)) {
            root = read(name);
        }
        return root;
    }

    private static Root read(String name) {
        try {
            return new Root(name);
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted(
                    "a stored root cannot be read: " + e.getMessage(), e);
        }
    }

    Packed packed() throws SQLException {
        return new Packed(text());
    }

    @Nullable String optionalText() throws SQLException {
        return results.getString(++read);
    }

    long number() throws SQLException {
        return results.getLong(++read);
    }

    @Nullable Long optionalNumber() throws SQLException {
        long value = results.getLong(++read);
        return results.wasNull() ? null : value;
    }

    byte[] bytes() throws SQLException {
        return results.getBytes(++read);
    }

    @Override
    public void close() throws SQLException {
        results.close();
    }
}
