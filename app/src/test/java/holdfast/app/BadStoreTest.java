package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code holdfast run} on files that cannot be used, or cannot be used any more. */
final class BadStoreTest {
    @RegisterExtension private final Workshop workshop = new Workshop();

    /** Permissions of files count for root too. */
    private static final List<String> WITHOUT_PRIVILEGES =
            List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all");

    /** A disk of its own, of 3 MB, in this folder. */
    private static List<String> smallDisk(Path folder) {
        return List.of(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount -t tmpfs -o size=3000k tmpfs \"$0\" && \"$@\"; code=$?; umount \"$0\"; exit $code",
                folder.toString());
    }

    private static void assumeWorks(List<String> surroundings) throws Exception {
        var command = new ArrayList<>(surroundings);
        command.add("true");
        assumeTrue(
                new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                .start()
                                .waitFor()
                        == 0,
                "this user may not use " + surroundings.getFirst());
    }

    @Test
    void aDiskThatFillsUpWhileTheCommandRunsEndsItBeforeTheLeaseEnds() throws Exception {
        Path disk = Files.createDirectory(workshop.file("disk"));
        assumeWorks(smallDisk(disk));

        RunningHoldfast run =
                workshop.startIn(
                        smallDisk(disk),
                        "run",
                        "--store",
                        "sqlite:disk/locks.db",
                        "--lock",
                        "shop",
                        "--lease",
                        "6s",
                        "--",
                        "sh",
                        "-c",
                        "echo $$ >pids; cat /dev/zero >disk/ballast; while :; do sleep 0.05; done");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(run.err()).contains("cannot be renewed in time", "no space is left");
        assertThat(workshop.read("pids").lines()).noneMatch(Processes::isRunning);
    }

    @Test
    void onAFullDiskNothingIsRun() throws Exception {
        Path disk = Files.createDirectory(workshop.file("disk"));
        assumeWorks(smallDisk(disk));
        var surroundings = new ArrayList<>(smallDisk(disk));
        surroundings.addAll(List.of("sh", "-c", "cat /dev/zero >disk/ballast; exec \"$0\" \"$@\""));

        RunningHoldfast run =
                workshop.startIn(
                        surroundings,
                        "run",
                        "--store",
                        "sqlite:disk/locks.db",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(69);
        assertThat(run.err()).contains("no space is left", "[BACKEND_ERROR]");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void aFileThatMayNotBeWrittenRunsNothing() throws Exception {
        boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        List<String> surroundings = root ? WITHOUT_PRIVILEGES : List.of();
        assumeWorks(surroundings.isEmpty() ? List.of("env") : surroundings);
        Path file = Files.copy(workshop.storeFile(), workshop.file("read-only.db"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

        RunningHoldfast run =
                workshop.startIn(
                        surroundings,
                        "run",
                        "--store",
                        "sqlite:read-only.db",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(69);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .contains("cannot be written", "make the file and its directory writable")
                .endsWith("[BACKEND_ERROR]");
        assertThat(workshop.file("ran")).doesNotExist();
    }

    @Test
    void aFileOfANewerVersionRunsNothingAndStaysAsItIs() throws SQLException, IOException {
        Path file = workshop.file("newer.db");
        assertThat(
                        workshop.start(
                                        "run",
                                        "--store",
                                        "sqlite:newer.db",
                                        "--lock",
                                        "shop",
                                        "--",
                                        "true")
                                .exitCode())
                .isZero();
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA user_version = 99");
        }
        byte[] before = Files.readAllBytes(file);

        RunningHoldfast run =
                workshop.start(
                        "run",
                        "--store",
                        "sqlite:newer.db",
                        "--lock",
                        "shop",
                        "--",
                        "touch",
                        "ran");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(69);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .contains("newer version of Holdfast", "use that version")
                .endsWith("[BACKEND_ERROR]");
        assertThat(workshop.file("ran")).doesNotExist();
        assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
}
