package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file itself: opens connections to it with the settings that make a commit last. */
final class SqliteFile {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteFile.class);

    private final Path path;
    private final Patience patience;
    private final SqliteErrors errors;
    private final @Nullable Object identity;

    private SqliteFile(Path path, Patience patience) throws IOException {
        this.path = path;
        this.patience = patience;
        this.errors = new SqliteErrors(path);
        this.identity = identity(path);
    }

    /** The file, and the connection through which it was opened: while one is open, the log is not taken down. */
    record Opened(SqliteFile file, Session session) {}

    /** Opens the file, or makes it with everything that leads to it. */
    static Opened open(Path path, Patience patience) {
        Path real = Opening.prepare(path);
        var errors = new SqliteErrors(real);
        try {
            var file = new SqliteFile(real, patience);
            return new Opened(
                    file, file.openSession(session -> Schema.prepare(real, session, patience)));
        } catch (SQLException e) {
            throw errors.nothingWritten(e);
        } catch (IOException e) {
            throw new StoreException.Unavailable("cannot open " + real + ": " + e.getMessage(), e);
        }
    }

    SqliteErrors errors() {
        return errors;
    }

    Session openSession() throws SQLException {
        return openSession(session -> {});
    }

    Session openReadingSession() throws SQLException {
        return openSession(session -> session.run("PRAGMA query_only = ON"));
    }

    /** Null where the system tells nobody of writes. */
    @Nullable FileWatch watch() {
        return FileWatch.of(path);
    }

    private interface Preparation {
        void of(Session session) throws SQLException;
    }

    private Session openSession(Preparation preparation) throws SQLException {
        Session session = Session.open(path);
        try {
            preparation.of(session);
            // FULL: a commit returns when it is on disk, not when the system has promised to write
            // it.
            patience.whileBusy(() -> session.run("PRAGMA synchronous = FULL"));
            return session;
        } catch (SQLException | RuntimeException e) {
            closeQuietly(session);
            throw e;
        }
    }

    /** A file that was moved or removed under our feet is still writable, but other processes would look at another one. */
    void checkStillThere() {
        try {
            if (Objects.equals(identity, identity(path))) {
                return;
            }
        } catch (IOException e) {
            throw new StoreException.Unavailable(
                    path + " has gone: nothing was written; restore it or start again", e);
        }
        throw new StoreException.Unavailable(
                path
                        + " was replaced by another file while it was open: nothing was written; start again",
                null);
    }

    void closeQuietly(Session session) {
        try {
            session.close();
        } catch (SQLException e) {
            LOG.warn("a connection to {} could not be closed: {}", path, DiskTrouble.inWords(e));
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }

    /** What tells two files of the same name apart; null where the file system has no such thing. */
    private static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }
}
