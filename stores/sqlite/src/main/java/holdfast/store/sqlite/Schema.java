package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;

/** The tables of the file: made once, and recognised by an application id and a version in the file's header. */
final class Schema {
    /** "Hold", as SQLite's application id. */
    static final int APPLICATION_ID = 0x486f6c64;

    static final int VERSION = 6;

    /** The oldest that is brought up to date. */
    private static final int OLDEST = 2;

    /** What a file without tables has. */
    private static final int NONE = 0;

    private Schema() {}

    /** Makes the tables, brings them up to date, or finds that they are. Of several processes at once, one does it. */
    static void prepare(Path file, Session session, Patience patience) throws SQLException {
        if (patience.whileBusy(() -> look(file, session)) != VERSION) {
            patience.whileBusy(() -> bringUpToDate(file, session));
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
    private static long look(Path file, Session session) throws SQLException {
        session.begin();
        return committed(session, () -> version(file, session));
    }

    /** The version of the tables, if this program can work with it. */
    private static long version(Path file, Session session) throws SQLException {
        long application = number(session, "PRAGMA application_id");
        long version = number(session, "PRAGMA user_version");
        if (application == APPLICATION_ID) {
            if (version < OLDEST || version > VERSION) {
                throw otherVersion(file, version);
            }
            return version;
        }
        if (application != 0 || number(session, "SELECT count(*) FROM sqlite_schema") != 0) {
            throw foreign(file);
        }
        return NONE;
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

    /** One transaction, so that nobody ever sees half of it. A new file still has a rollback journal: its header is there at once. */
    private static void bringUpToDate(Path file, Session session) throws SQLException {
        session.beginWriting();
        committed(
                session,
                () -> {
                    long before = version(file, session);
                    if (before == NONE) {
                        session.run(Sql.SCHEMA.text());
                        session.run(Sql.CREATE_META.text());
                        session.run("PRAGMA application_id = " + APPLICATION_ID);
                    } else {
                        upgrade(session, before);
                    }
                    session.run("PRAGMA user_version = " + VERSION);
                    return VERSION;
                });
    }

    private static void upgrade(Session session, long before) throws SQLException {
        if (before < 3) {
            session.run(Sql.UPGRADE_TO_3.text());
        }
        // The first programs of version 4 kept the names that those before them had.
        if (before < 4 || hasColumn(session, "roots", "number")) {
            session.run(Sql.UPGRADE_TO_4.text());
        }
        if (before < 6) {
            session.run(Sql.UPGRADE_TO_6.text());
        }
    }

    private static boolean hasColumn(Session session, String table, String column)
            throws SQLException {
        return number(
                        session,
                        "SELECT count(*) FROM pragma_table_info('%s') WHERE name = '%s'"
                                .formatted(table, column))
                > 0;
    }

    private static <T> T committed(Session session, Patience.Attempt<T> step) throws SQLException {
        try {
            T answer = step.run();
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
