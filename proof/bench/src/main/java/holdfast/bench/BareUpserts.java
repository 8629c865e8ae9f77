package holdfast.bench;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The yardstick: one-row upserts into SQLite with WAL and {@code synchronous=FULL}, batched so that one fsync serves all callers
 * that arrived meanwhile. Nothing is checked and nothing is decided.
 */
final class BareUpserts implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement upsert;
    private final ReentrantLock leader = new ReentrantLock();
    private final ConcurrentLinkedQueue<Row> waiting = new ConcurrentLinkedQueue<>();

    private record Row(String key, long value, CompletableFuture<Void> done) {}

    BareUpserts(Path file) throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("PRAGMA synchronous=FULL");
            statement.execute("CREATE TABLE bare(key TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID");
        }
        connection.setAutoCommit(false);
        upsert = connection.prepareStatement(
                "INSERT INTO bare VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value");
    }

    void put(String key, long value) throws SQLException {
        Row row = new Row(key, value, new CompletableFuture<>());
        waiting.add(row);
        leader.lock();
        try {
            if (!row.done.isDone()) {
                commitAll();
            }
        } finally {
            leader.unlock();
        }
        row.done.join();
    }

    private void commitAll() throws SQLException {
        List<Row> batch = new ArrayList<>();
        for (Row row = waiting.poll(); row != null; row = waiting.poll()) {
            upsert.setString(1, row.key);
            upsert.setLong(2, row.value);
            upsert.executeUpdate();
            batch.add(row);
        }
        connection.commit();
        batch.forEach(row -> row.done.complete(null));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
