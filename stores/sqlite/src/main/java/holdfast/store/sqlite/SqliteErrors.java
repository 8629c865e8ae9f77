package holdfast.store.sqlite;

import holdfast.store.StoreException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Says in words what went wrong with the file, and by the type of the exception what the caller may do. */
final class SqliteErrors {
    private static final int PRIMARY_CODE = 0xff;

    private static final Set<Integer> ABOUT_ONE_WRITE =
            Set.of(
                    SQLiteErrorCode.SQLITE_ERROR.code,
                    SQLiteErrorCode.SQLITE_TOOBIG.code,
                    SQLiteErrorCode.SQLITE_CONSTRAINT.code,
                    SQLiteErrorCode.SQLITE_MISMATCH.code,
                    SQLiteErrorCode.SQLITE_RANGE.code);

    private final Path file;

    SqliteErrors(Path file) {
        this.file = file;
    }

    static boolean isBusy(SQLException e) {
        int code = code(e);
        return code == SQLiteErrorCode.SQLITE_BUSY.code
                || code == SQLiteErrorCode.SQLITE_LOCKED.code;
    }

    /** Whether it is about what one statement wanted, not about the file, the disk or other processes. */
    static boolean concernsOneWrite(SQLException e) {
        return ABOUT_ONE_WRITE.contains(code(e));
    }

    /** For a failure of which is known that nothing of the caller was written. */
    StoreException nothingWritten(SQLException e) {
        int code = code(e);
        if (code == SQLiteErrorCode.SQLITE_NOTADB.code) {
            return new StoreException.Corrupted(
                    file + " is not a SQLite file: name another file for the store", e);
        } else if (code == SQLiteErrorCode.SQLITE_CORRUPT.code) {
            return new StoreException.Corrupted(
                    file
                            + " is damaged ("
                            + DiskTrouble.inWords(e)
                            + "): stop all its users and restore it from a backup",
                    e);
        } else if (code == SQLiteErrorCode.SQLITE_CONSTRAINT.code
                || code == SQLiteErrorCode.SQLITE_ERROR.code) {
            return new StoreException.Corrupted(
                    file
                            + " does not hold what it should ("
                            + DiskTrouble.inWords(e)
                            + "): was it changed by another program?",
                    e);
        }
        return new StoreException.Unavailable(unavailable(code, e), e);
    }

    /** For a failure while the changes were on their way to the disk. */
    StoreException whileCommitting(SQLException e) {
        int code = code(e);
        if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_FULL.code) {
            // Busy is said before the first byte; when the disk is full the commit mark, which
            // comes last, is missing.
            return nothingWritten(e);
        }
        return new StoreException.OutcomeUnknown(
                "writing to "
                        + file
                        + " failed at the last step ("
                        + DiskTrouble.inWords(e)
                        + "): the changes may come back after a restart, so read before deciding anything",
                e);
    }

    private String unavailable(int code, SQLException e) {
        if (code == SQLiteErrorCode.SQLITE_BUSY.code
                || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
            return "other processes kept "
                    + file
                    + " busy for too long: nothing was written, try again";
        } else if (code == SQLiteErrorCode.SQLITE_FULL.code || DiskTrouble.isLackOfSpace(e)) {
            return "no space is left for "
                    + file
                    + ": nothing was written; free some space and try again";
        } else if (code == SQLiteErrorCode.SQLITE_READONLY.code) {
            return file
                    + " cannot be written: make the file and its directory writable for this user";
        } else if (code == SQLiteErrorCode.SQLITE_CANTOPEN.code) {
            return file + " cannot be opened: is its directory there, and writable for this user?";
        } else if (code == SQLiteErrorCode.SQLITE_IOERR.code) {
            return "reading or writing "
                    + file
                    + " failed ("
                    + DiskTrouble.inWords(e)
                    + "): nothing was written; check the disk and try again";
        }
        return file
                + " cannot be used now ("
                + DiskTrouble.inWords(e)
                + "): nothing was written; try again";
    }

    private static int code(SQLException e) {
        SQLiteErrorCode code =
                e instanceof SQLiteException known
                        ? known.getResultCode()
                        : SQLiteErrorCode.UNKNOWN_ERROR;
        return code == SQLiteErrorCode.UNKNOWN_ERROR
                ? e.getErrorCode() & PRIMARY_CODE
                : code.code & PRIMARY_CODE;
    }
}
