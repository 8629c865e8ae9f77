package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.engine.EngineSettings;
import holdfast.model.ErrorCode;
import holdfast.rulebook.Rules;
import holdfast.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be a store: each is refused with words that say what to do, and is afterwards what it was before. */
@SuppressWarnings("StreamResourceLeak") // lists of folders that a test throws away
final class BadFileTest {
    @TempDir private Path folder;
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("locks.db");
    }

    @Test
    void aTextFileIsNotAStore() throws Exception {
        Files.writeString(file, "These are my notes, and I want to keep them.\n".repeat(100));
        assertRefused(StoreException.Corrupted.class, "is not a SQLite file", "name another file");
    }

    @Test
    void aShortTextFileIsNotAStore() throws Exception {
        Files.writeString(file, "notes");
        assertRefused(StoreException.Corrupted.class, "is not a SQLite file", "name another file");
    }

    @Test
    void aDatabaseOfAnotherProgramIsNotAStore() throws Exception {
        Sqlite.run(
                file, "CREATE TABLE customers (name TEXT)", "INSERT INTO customers VALUES ('x')");
        assertRefused(
                StoreException.Corrupted.class,
                "is a SQLite file of another program",
                "name another file");
        assertThat(Sqlite.ask(file, "SELECT name FROM customers")).isEqualTo("x");
    }

    @Test
    void aDatabaseOfAnotherProgramThatIsInUseIsNotAStore() throws Exception {
        Sqlite.run(
                file,
                "PRAGMA journal_mode = WAL",
                "CREATE TABLE customers (name TEXT)",
                "INSERT INTO customers VALUES ('x')");
        assertRefused(
                StoreException.Corrupted.class,
                "is a SQLite file of another program",
                "name another file");
        assertThat(Sqlite.ask(file, "SELECT name FROM customers")).isEqualTo("x");
    }

    @Test
    void aStoreOfANewerVersionIsLeftToThatVersion() throws Exception {
        makeStoreWithALock();
        Sqlite.run(file, "PRAGMA user_version = 99");
        assertRefused(
                StoreException.Incompatible.class, "newer version of Holdfast", "use that version");
    }

    @Test
    void aStoreWithOtherSettingsIsNotJoined() throws Exception {
        makeStoreWithALock();
        Rules rules = Rules.DEFAULT;
        var others =
                EngineSettings.DEFAULT.withRules(
                        new Rules(
                                Duration.ofMinutes(7),
                                rules.claimDeadline(),
                                rules.ticketLease(),
                                rules.limits(),
                                rules.tenures()));
        assertThatThrownBy(() -> LockFile.open(file, others).close())
                .isInstanceOfSatisfying(
                        StoreException.Incompatible.class,
                        e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND_ERROR))
                .hasMessageContaining("PT10M")
                .hasMessageContaining("PT7M")
                .hasMessageContaining("need the same rules and settings");
        assertTheLockIsThere();
    }

    @Test
    void aDirectoryIsNotAStore() throws Exception {
        Files.createDirectory(file);
        StoreException e = refusal(StoreException.Unavailable.class);
        assertThat(e).hasMessageContainingAll("is a directory", "name a file in it");
        assertThat(Files.list(file)).isEmpty();
    }

    @Test
    void aPlaceBelowAFileCannotBeMade() throws Exception {
        Path parent = Files.writeString(folder.resolve("notes"), "notes");
        file = parent.resolve("deeper").resolve("locks.db");
        StoreException e = refusal(StoreException.Unavailable.class);
        assertThat(e).hasMessageContainingAll("cannot make or open", "choose a place");
        assertThat(parent).hasContent("notes");
    }

    @Test
    void aDamagedStoreIsNotRepairedByGuess() throws Exception {
        makeStoreWithALock();
        byte[] bytes = Files.readAllBytes(file);
        // All pages but the first, so that it is seen whatever is looked at.
        for (int i = 4096; i < bytes.length; i++) {
            bytes[i] = (byte) (31 * i);
        }
        Files.write(file, bytes);
        assertRefused(StoreException.Corrupted.class, "is damaged", "restore it from a backup");
    }

    @Test
    void aStoreThatLostItsEndIsNotRepairedByGuess() throws Exception {
        makeStoreWithALock();
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, 8192));
        assertRefused(StoreException.Corrupted.class, "is damaged", "restore it from a backup");
    }

    @Test
    void aFileThatMayNotBeWrittenIsLeftAlone() throws Exception {
        makeStoreWithALock();
        byte[] before = Files.readAllBytes(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assertRefusedWithoutPrivileges();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertTheLockIsThere();
    }

    @Test
    void aFileInADirectoryThatMayNotBeWrittenIsLeftAlone() throws Exception {
        makeStoreWithALock();
        byte[] before = Files.readAllBytes(file);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assertRefusedWithoutPrivileges();
            assertThat(Files.list(folder)).containsExactly(file);
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertTheLockIsThere();
    }

    private void makeStoreWithALock() throws Exception {
        try (LockFile store = LockFile.open(file)) {
            store.holdfast().lock("kept").takeOrThrow();
        }
    }

    private void assertTheLockIsThere() {
        try (LockFile store = LockFile.open(file)) {
            assertThat(store.store().holds(null, 10).holds())
                    .extracting(hold -> hold.resource().toString())
                    .containsExactly("kept");
        }
    }

    private <E extends StoreException> void assertRefused(Class<E> type, String what, String advice)
            throws Exception {
        byte[] before = Files.readAllBytes(file);
        StoreException e = refusal(type);
        assertThat(e).hasMessageContainingAll(file.getFileName().toString(), what, advice);
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }

    private <E extends StoreException> E refusal(Class<E> type) {
        E e = catchThrowableOfType(type, () -> LockFile.open(file).close());
        assertThat(e).isNotNull();
        assertThat(e.code()).isEqualTo(ErrorCode.BACKEND_ERROR);
        return e;
    }

    /** Root may write everywhere, so a root without its privileges opens the file. */
    private void assertRefusedWithoutPrivileges() throws Exception {
        boolean root = Surroundings.isRoot();
        assumeTrue(
                !root || Surroundings.work(Surroundings.WITHOUT_PRIVILEGES),
                "root may write everything here, and setpriv cannot take that away");
        List<String> surroundings = root ? Surroundings.WITHOUT_PRIVILEGES : List.of();
        try (Child child = Child.startIn(surroundings, Opener.class, file)) {
            assertThat(child.hear().text(0))
                    .startsWith("failed Unavailable BACKEND_ERROR")
                    .contains("cannot be written")
                    .contains("make the file and its directory writable for this user");
        }
    }

    /** Opens a file and says how that went. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] args) {
            try (LockFile store = LockFile.open(Path.of(args[0]))) {
                System.out.println("opened with " + store.store().holds(null, 1).holds().size());
            } catch (StoreException e) {
                System.out.println(Words.of(e));
            }
        }
    }
}
