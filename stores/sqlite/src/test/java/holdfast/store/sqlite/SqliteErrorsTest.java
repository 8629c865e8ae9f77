package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.StoreException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The type of an exception says what the caller may do. */
final class SqliteErrorsTest {
    private final SqliteErrors errors = new SqliteErrors(Path.of("holdfast.db"));

    private static SQLiteException failure(SQLiteErrorCode code) {
        return new SQLiteException("as the driver says it", code);
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_BUSY",
                "SQLITE_BUSY_RECOVERY",
                "SQLITE_FULL",
                "SQLITE_READONLY",
                "SQLITE_READONLY_DIRECTORY",
                "SQLITE_IOERR",
                "SQLITE_IOERR_READ",
                "SQLITE_CANTOPEN",
                "SQLITE_NOMEM"
            })
    void whatMayPassIsUnavailableWhileNothingWasSent(SQLiteErrorCode code) {
        assertThat(errors.nothingWritten(failure(code)))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("holdfast.db");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_CORRUPT",
                "SQLITE_CORRUPT_INDEX",
                "SQLITE_NOTADB",
                "SQLITE_CONSTRAINT_PRIMARYKEY"
            })
    void whatIsBrokenIsCorrupted(SQLiteErrorCode code) {
        assertThat(errors.nothingWritten(failure(code)))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("holdfast.db");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {
                "SQLITE_IOERR",
                "SQLITE_IOERR_FSYNC",
                "SQLITE_IOERR_WRITE",
                "SQLITE_CORRUPT",
                "SQLITE_NOMEM"
            })
    void aCommitThatBrokeOffHasAnUnknownOutcome(SQLiteErrorCode code) {
        assertThat(errors.whileCommitting(failure(code)))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessageContaining("read before deciding");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {"SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"})
    void aFullDiskIsToldInTheSameWordsWhereverItIsFound(SQLiteErrorCode code) {
        assertThat(errors.nothingWritten(failure(code)))
                .hasMessage(
                        "no space is left for holdfast.db: nothing was written; free some space"
                                + " and try again");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNKNOWN_ERROR", "SQLITE_OK"})
    void noNameOfACodeIsShownToPeople(SQLiteErrorCode code) {
        var failure = new SQLiteException(code + " (as SQLite says it)", code);

        assertThat(errors.nothingWritten(failure).getMessage()).doesNotContain("SQLITE", "[");
        assertThat(errors.whileCommitting(failure).getMessage()).doesNotContain("SQLITE", "[");
    }

    @Test
    void whatHasNoWordsOfOursIsToldInThoseOfSqlite() {
        var failure =
                new SQLiteException(
                        "[SQLITE_NOMEM] A malloc() failed (out of memory)",
                        SQLiteErrorCode.SQLITE_NOMEM);

        assertThat(errors.nothingWritten(failure)).hasMessageContaining("(out of memory)");
    }

    @ParameterizedTest
    @EnumSource(
            value = SQLiteErrorCode.class,
            names = {"SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_FULL"})
    void aCommitThatNeverBeganHasAKnownOutcome(SQLiteErrorCode code) {
        assertThat(errors.whileCommitting(failure(code)))
                .isInstanceOf(StoreException.Unavailable.class);
    }
}
