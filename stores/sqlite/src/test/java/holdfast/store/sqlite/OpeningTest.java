package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.store.Interest;
import holdfast.store.StoreException;
import holdfast.store.testkit.Drafts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OpeningTest {
    @TempDir private Path directory;

    private Path file() {
        return directory.resolve("holdfast.db");
    }

    private static SqliteLockStore open(Path file) {
        return SqliteLockStore.open(file, SqliteOptions.defaults());
    }

    private static void assertUsable(Path file) {
        try (var store = open(file)) {
            store.commit(List.of(Drafts.commit(Drafts.hold("alice").grant()).draft()));
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds()).isNotEmpty();
        }
    }

    private static void run(Path file, String... statements) {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** All files that are in the directory, with what is in them. */
    private List<String> contents() throws IOException {
        try (var files = Files.list(directory)) {
            return files.sorted()
                    .map(path -> {
                        try {
                            byte[] bytes = Files.readAllBytes(path);
                            return path.getFileName()
                                    + " "
                                    + bytes.length
                                    + " "
                                    + Arrays.hashCode(bytes);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        }
    }

    @Test
    void directoriesAndFileAreMadeForThisUserAlone() throws IOException {
        Path file = directory.resolve("a/b/holdfast.db");

        assertUsable(file);

        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView("posix"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(directory.resolve("a"))))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "with space.db",
                "a?mode=memory.db",
                "a#b%41;c.db",
                "ünï-字-😀.db",
                "file:x.db"
            })
    void anyNameWillDo(String name) {
        Path file = directory.resolve(name);

        assertUsable(file);

        assertThat(file).isNotEmptyFile();
    }

    @Test
    void aLinkLeadsToTheSameStore() throws IOException {
        assertUsable(file());
        Path link = Files.createSymbolicLink(directory.resolve("link.db"), file());

        try (var direct = open(file());
                var linked = open(link)) {
            assertThat(linked.read(Drafts.ROOT, Interest.NONE).holds())
                    .isEqualTo(direct.read(Drafts.ROOT, Interest.NONE).holds());
        }
        assertThat(directory.resolve("link.db-wal")).doesNotExist();
    }

    @Test
    void anEmptyFileIsOursToFill() throws IOException {
        Files.createFile(file());

        assertUsable(file());
    }

    @Test
    void anEmptySqliteFileIsOursToFill() {
        run(file(), "CREATE TABLE t (x)", "DROP TABLE t", "VACUUM");

        assertUsable(file());
    }

    @Test
    void severalWhoMakeTheFileAtOnceAllSucceed() throws Exception {
        for (int round = 0; round < 5; round++) {
            Path file = directory.resolve("new-" + round + ".db");
            try (var threads = Executors.newFixedThreadPool(8)) {
                List<Callable<String>> openings =
                        IntStream.range(0, 8)
                                .mapToObj(i ->
                                        (Callable<String>)
                                                () -> {
                                                    assertUsable(file);
                                                    return "usable";
                                                })
                                .toList();
                for (var opened : threads.invokeAll(openings)) {
                    assertThat(opened.get()).isEqualTo("usable");
                }
            }
        }
    }

    @Test
    void aFileThatIsNotSqliteIsRefusedUnchanged() throws IOException {
        Files.writeString(file(), "Dear diary, ".repeat(1_000));
        var before = contents();

        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("is not a SQLite file");

        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DELETE", "WAL"})
    void aSqliteFileOfAnotherProgramIsRefusedUnchanged(String journal) throws IOException {
        run(
                file(),
                "PRAGMA journal_mode = " + journal,
                "CREATE TABLE orders (id)",
                "INSERT INTO orders VALUES (1)");
        var before = contents();

        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("another program");

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aSqliteFileWithAnotherApplicationIdIsRefusedEvenIfEmpty() throws IOException {
        run(file(), "PRAGMA application_id = 7", "VACUUM");
        var before = contents();

        assertThatThrownBy(() -> open(file())).isInstanceOf(StoreException.Corrupted.class);

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aStoreOfANewerVersionIsRefusedUnchanged() throws IOException {
        assertUsable(file());
        run(file(), "PRAGMA user_version = 7");
        var before = contents();

        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining(
                        "newer version of Holdfast (schema 7, this program knows 6): use that version");

        assertThat(contents()).isEqualTo(before);
    }

    private void makeAStoreOfVersion(int version) {
        assertUsable(file());
        run(
                file(),
                "ALTER TABLE roots RENAME COLUMN kept_number TO number",
                "ALTER TABLE roots RENAME COLUMN kept_version TO version",
                "PRAGMA user_version = " + version);
        bringBackTheIndexesOfVersion4();
        if (version < 3) {
            run(file(), "ALTER TABLE meta DROP COLUMN anchored_at");
        }
    }

    private void bringBackTheIndexesOfVersion4() {
        run(
                file(),
                "DROP INDEX holds_by_owner",
                "CREATE INDEX holds_by_owner ON holds (owner, until)",
                "CREATE INDEX holds_by_lock ON holds (lock)");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void aStoreOfAVersionBeforeIsBroughtUpToDateWithWhatIsInIt(int version) {
        makeAStoreOfVersion(version);

        try (var store = open(file())) {
            assertThat(store.read(Drafts.ROOT, Interest.NONE).holds())
                    .extracting(hold -> hold.owner().id().text())
                    .containsExactly("alice");
        }
        assertUsable(file());
    }

    @Test
    void aStoreOfVersion4ThatHasTheNamesOfTodayIsBroughtUpToDateToo() {
        assertUsable(file());
        run(file(), "PRAGMA user_version = 4");
        bringBackTheIndexesOfVersion4();

        assertUsable(file());
    }

    @Test
    void aStoreOfVersion5HasTheOneIndexOrTheTwo() {
        assertUsable(file());
        run(file(), "PRAGMA user_version = 5");
        assertUsable(file());

        run(file(), "PRAGMA user_version = 5");
        bringBackTheIndexesOfVersion4();
        assertUsable(file());
    }

    /** It reads the version of a root in a way that does not hold any more, and would grant what is held. */
    @Test
    void anOlderProgramThatHasTheFileOpenCannotGoOnWhenANewerOneHasOpenedIt() throws SQLException {
        makeAStoreOfVersion(3);

        try (var older = DriverManager.getConnection("jdbc:sqlite:" + file());
                var look = older.prepareStatement("SELECT r.version FROM roots AS r")) {
            look.executeQuery().close();
            open(file()).close();

            assertThatThrownBy(look::executeQuery).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void aStoreOfAVersionThatIsTooOldIsRefusedUnchanged() throws IOException {
        assertUsable(file());
        run(file(), "PRAGMA user_version = 1");
        var before = contents();

        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("never was released (schema 1)");

        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aDirectoryIsRefusedWithAHint() {
        assertThatThrownBy(() -> open(directory))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("is a directory");
    }

    @Test
    void aFileOnTheWayIsRefused() throws IOException {
        Files.writeString(directory.resolve("a"), "not a directory");

        assertThatThrownBy(() -> open(directory.resolve("a/holdfast.db")))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("cannot make or open");
    }

    @Test
    void aReadOnlyFileIsRefused() throws IOException {
        assertUsable(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("r--r--r--"));
        assumeTrue(!Files.isWritable(file()), "this user may write everywhere");

        assertThatThrownBy(() -> open(file()))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("writable");
    }

    @Test
    void aDamagedFileIsRefused() throws IOException {
        assertUsable(file());
        byte[] bytes = Files.readAllBytes(file());
        Arrays.fill(bytes, 4_096, bytes.length, (byte) 0xff);
        Files.write(file(), bytes);

        assertThatThrownBy(() -> assertUsable(file()))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("damaged");
    }
}
