package holdfast.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The yardstick: one-row upserts into SQLite with WAL and {@code synchronous=FULL}, batched so that one fsync serves all callers
 * that arrived meanwhile. Nothing is checked and nothing is decided.
 */
final class BareUpserts implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement upsert;
    private final ReentrantLock mutex = new ReentrantLock();
    private List<Row> waiting = new ArrayList<>();
    private boolean led;

    private record Row(String key, long value, CompletableFuture<Void> done) {}

    BareUpserts(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=FULL");
            statement.execute(
                    "CREATE TABLE bare(key TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID");
        }
        connection.setAutoCommit(false);
        upsert =
                connection.prepareStatement(
                        "INSERT INTO bare VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value");
    }

    void put(String key, long value) throws SQLException {
        Row row = new Row(key, value, new CompletableFuture<>());
        if (enter(row)) {
            for (List<Row> batch = next(); !batch.isEmpty(); batch = next()) {
                commit(batch);
            }
        }
        row.done.join();
    }

    /** Whether nobody commits, so that the caller does now, for itself and for all who come meanwhile. */
    private boolean enter(Row row) {
        mutex.lock();
        try {
            waiting.add(row);
            boolean first = !led;
            led = true;
            return first;
        } finally {
            mutex.unlock();
        }
    }

    private List<Row> next() {
        mutex.lock();
        try {
            List<Row> batch = waiting;
            waiting = new ArrayList<>();
            led = !batch.isEmpty();
            return batch;
        } finally {
            mutex.unlock();
        }
    }

    private void commit(List<Row> batch) throws SQLException {
        for (Row row : batch) {
            upsert.setString(1, row.key);
            upsert.setLong(2, row.value);
            upsert.executeUpdate();
        }
        connection.commit();
        batch.forEach(row -> row.done.complete(null));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
