package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What someone can do to a trail, and what is seen of it. */
final class AuditVerificationTest {
    @TempDir private Path folder;
    private Trails trails;
    private List<String> lines;

    @BeforeEach
    void write() throws IOException {
        trails = new Trails(folder.resolve("audit"));
        trails.written(10);
        lines = new ArrayList<>(trails.lines());
    }

    @Test
    void aTrailThatNobodyTouchedIsWhole() {
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void everyCharacterThatIsChangedIsFound() throws IOException {
        String line = lines.get(4);
        for (int i = 0; i < line.length(); i++) {
            char other = line.charAt(i) == '0' ? '1' : '0';
            lines.set(4, line.substring(0, i) + other + line.substring(i + 1));
            trails.replace(lines);
            assertThat(trails.problems()).as("character %s", i).isNotEmpty();
        }
    }

    @Test
    void aLineThatIsWrittenAnewWithARightHashIsFoundByTheNext() throws IOException {
        AuditLine old = AuditLine.read(lines.get(4)).orElseThrow();
        AuditLine forged =
                AuditLine.write(
                        Trails.event("lock.acquired", "forged"),
                        old.server(),
                        old.number(),
                        old.previous());
        lines.set(4, forged.text());
        trails.replace(lines);

        assertThat(trails.problems())
                .singleElement()
                .asString()
                .contains("line 5 was another when this was written");
    }

    @Test
    void aLineThatIsRemovedIsFound() throws IOException {
        lines.remove(4);
        trails.replace(lines);

        assertThat(trails.problems())
                .singleElement()
                .asString()
                .contains("lines 5 to 5 are missing");
    }

    @Test
    void linesThatAreExchangedAreFound() throws IOException {
        Collections.swap(lines, 3, 4);
        trails.replace(lines);

        assertThat(trails.problems()).isNotEmpty();
    }

    @Test
    void aLineThatIsRepeatedIsFound() throws IOException {
        lines.add(5, lines.get(4));
        trails.replace(lines);

        assertThat(trails.problems()).isNotEmpty();
    }

    @Test
    void aBeginningThatIsCutOffIsFound() throws IOException {
        trails.replace(lines.subList(2, 10));

        assertThat(trails.problems())
                .singleElement()
                .asString()
                .contains("lines 1 to 2 are missing");
    }

    @Test
    void aFileThatIsTakenOutOfTheMiddleIsFound() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(100))) {
            Trails.record(trail, 1, 30);
        }
        assertThat(trails.problems()).isEmpty();

        Files.delete(AuditFiles.in(trails.folder).get(2));

        assertThat(trails.problems()).isNotEmpty();
    }

    @Test
    void anEndThatIsCutOffIsFoundByTheCopy() throws IOException {
        trails.replace(lines.subList(0, 8));

        assertThat(AuditVerification.of(trails.folder, trails.documents).problems())
                .containsExactly(
                        "line 9 is in the store and not in the files",
                        "line 10 is in the store and not in the files");
    }

    @Test
    void anEndThatIsCutOffIsStillFoundAfterTheServerWroteOn() throws IOException {
        trails.replace(lines.subList(0, 8));
        trails.written(2);

        assertThat(trails.problems())
                .singleElement()
                .asString()
                .contains("lines 9 to 10 are missing");
    }

    @Test
    void aTrailThatIsWrittenAllAnewIsFoundByTheCopy() throws IOException {
        var forged = new ArrayList<String>();
        ChainEnd end = ChainEnd.START;
        for (int i = 1; i <= 10; i++) {
            AuditLine line =
                    AuditLine.write(
                            Trails.event("lock.acquired", "forged-" + i),
                            "server-1",
                            i,
                            end.hash());
            end = ChainEnd.after(line);
            forged.add(line.text());
        }
        trails.replace(forged);

        assertThat(trails.problems()).isEmpty();
        assertThat(AuditVerification.of(trails.folder, trails.documents).problems()).hasSize(10);
    }

    @Test
    void aDocumentThatIsChangedIsFound() {
        DocumentKey key = AuditDocuments.key("server-1", 1);
        Document document = trails.documents.get(key).orElseThrow();
        String changed =
                new String(document.body(), StandardCharsets.UTF_8).replace("alice", "mallory");
        trails.documents.put(key, document.version(), changed.getBytes(StandardCharsets.UTF_8));

        assertThat(AuditVerification.of(trails.documents))
                .singleElement()
                .satisfies(chain -> assertThat(chain.isWhole()).isFalse());
    }
}
