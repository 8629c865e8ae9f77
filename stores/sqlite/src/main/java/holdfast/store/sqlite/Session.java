package holdfast.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * A connection to the file with its prepared statements. Used by one thread at a time; not safe for more. After an error other
 * than "busy" it must be closed and replaced, since the driver gives up the statement that failed.
 */
final class Session implements AutoCloseable {
    private final Connection connection;
    private final Map<Sql, Prepared> statements = new EnumMap<>(Sql.class);
    private final Prepared begin;
    private final Prepared beginWriting;
    private final Prepared commit;
    private @Nullable Prepared dataVersion;

    private Session(Connection connection) throws SQLException {
        this.connection = connection;
        begin = new Prepared(connection.prepareStatement("BEGIN"));
        beginWriting = new Prepared(connection.prepareStatement("BEGIN IMMEDIATE"));
        commit = new Prepared(connection.prepareStatement("COMMIT"));
    }

    /** Opens the file, which must exist. Nothing is read or written yet. */
    static Session open(Path file) throws SQLException {
        var config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        // Waiting is our own: a busy timeout lets processes that saturate one file starve each
        // other.
        config.setBusyTimeout(0);
        config.setGetGeneratedKeys(false);
        // As a URI, a path may contain any character.
        Connection connection = config.createConnection("jdbc:sqlite:" + file.toUri());
        try {
            // The driver must neither begin nor commit by itself, and without this it tries to,
            // around every statement.
            connection.setAutoCommit(false);
            run(connection, "COMMIT");
            return new Session(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    Prepared on(Sql sql) throws SQLException {
        Prepared prepared = statements.get(sql);
        if (prepared == null) {
            prepared = new Prepared(connection.prepareStatement(sql.text()));
            statements.put(sql, prepared);
        }
        return prepared.start();
    }

    /** Runs statements that are not worth preparing. */
    void run(String sql) throws SQLException {
        run(connection, sql);
    }

    /** The first column of the first row. */
    String ask(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                var rows = new Rows(statement.executeQuery(sql))) {
            if (!rows.next()) {
                throw new SQLException("no answer to " + sql);
            }
            return rows.text();
        }
    }

    /** A number that changes when another connection, of this process or another, has committed. */
    long dataVersion() throws SQLException {
        if (dataVersion == null) {
            dataVersion = new Prepared(connection.prepareStatement("PRAGMA data_version"));
        }
        try (Rows rows = dataVersion.start().rows()) {
            rows.next();
            return rows.number();
        }
    }

    /** Begins to read: everything until the commit is seen as of one moment. */
    void begin() throws SQLException {
        begin.update();
    }

    /** Takes the one place for writing, or fails as busy. */
    void beginWriting() throws SQLException {
        beginWriting.update();
    }

    void commit() throws SQLException {
        commit.update();
    }

    void rollback() throws SQLException {
        run("ROLLBACK");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
