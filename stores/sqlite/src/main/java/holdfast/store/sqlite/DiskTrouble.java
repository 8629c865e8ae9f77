package holdfast.store.sqlite;

import java.sql.SQLException;
import java.util.regex.Pattern;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite says of a failure, without the names that only its makers know. */
final class DiskTrouble {
    /** The driver puts the name of the code before its words, and what SQLite itself says behind them. */
    private static final Pattern AS_THE_DRIVER_SAYS_IT =
            Pattern.compile("\\[SQLITE_\\w+]\\s*(?<words>.*?)(?:\\s*\\((?<own>[^()]*)\\))?");

    private DiskTrouble() {}

    /** The memory that processes share grows with the disk: who cannot make it larger has no room on it. */
    static boolean isLackOfSpace(SQLException e) {
        return e instanceof SQLiteException known
                && known.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    }

    static String inWords(SQLException e) {
        String said = String.valueOf(e.getMessage());
        return e instanceof SQLiteException known
                ? inWords(known.getResultCode(), said)
                : stripped(said);
    }

    private static String inWords(SQLiteErrorCode code, String said) {
        return switch (code) {
            case SQLITE_FULL, SQLITE_IOERR_SHMSIZE -> "the disk is full";
            case SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, SQLITE_IOERR_TRUNCATE ->
                    "the disk is full, its quota is used up, or it does not take what is written";
            case SQLITE_IOERR_READ, SQLITE_IOERR_SHORT_READ ->
                    "the disk does not give back what was written";
            case SQLITE_IOERR_SHMOPEN, SQLITE_IOERR_SHMMAP, SQLITE_IOERR_SHMLOCK ->
                    "the file beside it that processes share cannot be used";
            default -> stripped(said);
        };
    }

    private static String stripped(String said) {
        var match = AS_THE_DRIVER_SAYS_IT.matcher(said);
        if (!match.matches()) {
            return said;
        }
        String own = match.group("own");
        return own == null || own.isBlank() ? match.group("words") : own;
    }
}
