package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There is no more room while locks are held and wanted. */
final class FullDiskTest {
    @TempDir private Path folder;

    private final List<String> told = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    @Test
    void aFullDiskIsSaidClearlyLosesNothingAndIsForgottenWhenThereIsRoomAgain() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> surroundings = Surroundings.smallDisk(disk, 3_000);
        assumeTrue(
                Surroundings.work(surroundings), "this user may not mount a small disk of its own");
        try (Child child = Child.startIn(surroundings, Cramped.class, disk)) {
            hear(child, "full");
            assertThat(failures)
                    .isNotEmpty()
                    .allSatisfy(failure ->
                            assertThat(failure)
                                    .startsWith("failed Unavailable BACKEND_ERROR")
                                    .contains("no space is left for")
                                    .contains("nothing was written")
                                    .contains("free some space and try again"));
            assertThat(child.hear().text(0)).as("state").isEqualTo("Held");
            assertThat(child.hear().text(0)).as("release").startsWith("failed Unavailable");
            assertThat(child.hear().text(0)).as("look").isEqualTo("1 hold");
            assertThat(child.hear().text(0))
                    .as("another store")
                    .startsWith("failed Unavailable BACKEND_ERROR")
                    .contains("no space is left");
            hear(child, "room");
            assertThat(child.hear().text(0)).as("release").isEqualTo("Released");
            assertThat(child.hear().text(0)).as("integrity").isEqualTo("ok");
            assertThat(child.hear().words()).containsExactlyInAnyOrderElementsOf(told);
            child.end();
        }
        System.out.printf("full disk: %d grants told, %d refused%n", told.size(), failures.size());
    }

    @Test
    void aProcessWhoseFilesMayNotGrowHarmsNoOther() throws Exception {
        Path path = folder.resolve("locks.db");
        try (LockFile file = LockFile.open(path)) {
            try (Child child = Child.startIn(Surroundings.SMALL_FILES, Limited.class, path)) {
                hear(child, "full");
                child.end();
            }
            assertThat(failures)
                    .isNotEmpty()
                    .allSatisfy(failure ->
                            assertThat(failure)
                                    .startsWith("failed OutcomeUnknown BACKEND_ERROR")
                                    .contains("writing to " + path + " failed")
                                    .contains("read before deciding anything"));
            told.add(file.holdfast().lock("another").takeOrThrow().id().text());
            assertThat(file.store().holds(null, 10_000).holds())
                    .extracting(hold -> hold.id().text())
                    .containsAll(told);
        }
        assertThat(Sqlite.ask(path, "PRAGMA integrity_check")).isEqualTo("ok");
        System.out.printf(
                "small files: %d grants told, %d refused: %s%n",
                told.size(), failures.size(), failures.getFirst());
    }

    @Test
    void anAuditTrailOnAFullDiskGoesOnAfterTheLastWholeLineAndItsCopyAgrees() throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        List<String> surroundings = Surroundings.smallDisk(disk, 3_000);
        assumeTrue(
                Surroundings.work(surroundings), "this user may not mount a small disk of its own");
        try (Child child = Child.startIn(surroundings, CrampedTrail.class, disk)) {
            assertThat(child.hear().text(0)).as("many at once").isEqualTo("refused");
            assertThat(child.hear().text(0)).as("trouble").contains("No space left on device");
            assertThat(child.hear().text(0)).as("one more").isEqualTo("refused");
            assertThat(child.hear().text(0)).as("with room again").isEqualTo("announced");
            assertThat(child.hear().text(0)).as("trouble").isEqualTo("none");
            assertThat(Integer.parseInt(child.hear().text(0)))
                    .as("lines that a write left behind in part")
                    .isBetween(20, 999);
            assertThat(child.hear().text(0)).as("files and documents").isEqualTo("[]");
            child.end();
        }
    }

    /** Takes note of what the child says up to this word. */
    private void hear(Child child, String last) throws Exception {
        Child.Answer answer = child.hear();
        while (!answer.word(0).equals(last)) {
            if (answer.word(0).equals("failed")) {
                failures.add(answer.text(0));
            } else {
                told.add(answer.word(0));
            }
            answer = child.hear();
        }
    }
}
