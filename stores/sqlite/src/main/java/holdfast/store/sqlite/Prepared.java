package holdfast.store.sqlite;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A prepared statement whose parameters are given one after the other. Used by one thread at a time, as its session is. */
final class Prepared {
    private final PreparedStatement statement;
    private int given;

    Prepared(PreparedStatement statement) {
        this.statement = statement;
    }

    /** Begins a new round of parameters. */
    Prepared start() {
        given = 0;
        return this;
    }

    Prepared with(String value) throws SQLException {
        statement.setString(++given, value);
        return this;
    }

    Prepared with(long value) throws SQLException {
        statement.setLong(++given, value);
        return this;
    }

    Prepared with(byte[] value) throws SQLException {
        statement.setBytes(++given, value);
        return this;
    }

    Prepared withNullable(@Nullable String value) throws SQLException {
        if (value == null) {
            return withNull();
        }
        return with(value);
    }

    Prepared withNull() throws SQLException {
        statement.setNull(++given, Types.NULL);
        return this;
    }

    /** Runs it; answers how many rows it changed. */
    int update() throws SQLException {
        return statement.executeUpdate();
    }

    Rows rows() throws SQLException {
        return new Rows(statement.executeQuery());
    }
}
