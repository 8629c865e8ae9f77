package holdfast.store.sqlite;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Several values of a row in one column, a line each, which are read one after the other; an empty line is no value. For statements
 * that every commit makes: the driver asks for the name of each column each time, which takes longer than to read it.
 */
final class Packed {
    private final String text;
    private int read;

    Packed(String text) {
        this.text = text;
    }

    String text() throws SQLException {
        if (read > text.length()) {
            throw new SQLException("there are not that many values");
        }
        int end = text.indexOf('\n', read);
        String value = text.substring(read, end < 0 ? text.length() : end);
        read += value.length() + 1;
        return value;
    }

    /** Zero if there is no value. */
    long number() throws SQLException {
        Long value = optionalNumber();
        return value == null ? 0 : value;
    }

    @Nullable Long optionalNumber() throws SQLException {
        String value = text();
        try {
            return value.isEmpty() ? null : Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new SQLException("not a number: " + value, e);
        }
    }
}
