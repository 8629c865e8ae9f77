package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;

/** The tables of the file: made once, and recognised by an application id and a version in the file's header. */
final class Schema {
    /** "Hold", as SQLite's application id. */
    static final int APPLICATION_ID = 0x486f6c64;

    static final int VERSION = 3;

    private Schema() {}

    /** Makes the tables if the file is empty, or checks that they are ours. Of several processes at once, one makes them. */
    static void prepare(Path file, Session session, Patience patience) throws SQLException {
        if (!patience.whileBusy(() -> look(file, session))) {
            patience.whileBusy(() -> create(file, session));
        }
        // Only now, in a file known to be ours: this is written into the file and stays.
        String mode = patience.whileBusy(() -> session.ask("PRAGMA journal_mode = WAL"));
        if (!mode.equals("wal")) {
            throw new StoreException.Unavailable(
                    file
                            + " is on a file system that cannot share memory between processes: use a local disk",
                    null);
        }
    }

    static StoreException foreign(Path file) {
        return new StoreException.Corrupted(
                file + " is a SQLite file of another program: name another file for the store",
                null);
    }

    /** As of one moment: between the header and the tables another process may make both. */
    private static boolean look(Path file, Session session) throws SQLException {
        session.begin();
        return committed(session, () -> isReady(file, session));
    }

    /** Whether the tables are there; false for an empty file. */
    private static boolean isReady(Path file, Session session) throws SQLException {
        long application = number(session, "PRAGMA application_id");
        long version = number(session, "PRAGMA user_version");
        if (application == APPLICATION_ID) {
            if (version != VERSION) {
                throw otherVersion(file, version);
            }
            return true;
        }
        if (application != 0 || number(session, "SELECT count(*) FROM sqlite_schema") != 0) {
            throw foreign(file);
        }
        return false;
    }

    private static StoreException otherVersion(Path file, long version) {
        return new StoreException.Incompatible(
                version > VERSION
                        ? file
                                + " was made by a newer version of Holdfast (schema "
                                + version
                                + ", this program knows "
                                + VERSION
                                + "): use that version"
                        : file
                                + " was made by a version of Holdfast that never was released (schema "
                                + version
                                + ")");
    }

    /** One transaction, so that nobody ever sees half of it. Still with a rollback journal: the header is in the file at once. */
    private static void create(Path file, Session session) throws SQLException {
        session.beginWriting();
        committed(
                session,
                () -> {
                    boolean ready = isReady(file, session);
                    if (!ready) {
                        session.run(Sql.SCHEMA.text());
                        session.run(Sql.CREATE_META.text());
                        session.run("PRAGMA application_id = " + APPLICATION_ID);
                        session.run("PRAGMA user_version = " + VERSION);
                    }
                    return ready;
                });
    }

    private static boolean committed(Session session, Patience.Attempt<Boolean> step)
            throws SQLException {
        try {
            boolean answer = step.run();
            session.commit();
            return answer;
        } catch (SQLException | RuntimeException e) {
            try {
                session.rollback();
            } catch (SQLException alreadyRolledBack) {
                e.addSuppressed(alreadyRolledBack);
            }
            throw e;
        }
    }

    private static long number(Session session, String question) throws SQLException {
        return Long.parseLong(session.ask(question));
    }
}
