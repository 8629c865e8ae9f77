package holdfast.audit;

import holdfast.store.DocumentStore;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A folder and documents with the trail of one server in them. */
final class Trails {
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    final Path folder;
    final DocumentStore documents = new MemoryDocumentStore();

    Trails(Path folder) {
        this.folder = folder;
    }

    AuditSettings settings() {
        return AuditSettings.in(folder, "server-1");
    }

    /** With files of a few lines each. */
    AuditSettings smallFiles(int kept) {
        return new AuditSettings(folder, "server-1", 2_000, kept, 100, Duration.ofSeconds(1));
    }

    AuditTrail open() {
        return AuditTrail.open(settings(), documents, () -> NOON);
    }

    AuditTrail open(AuditSettings settings) {
        return AuditTrail.open(settings, documents, () -> NOON);
    }

    /** A trail with some lines, closed again. */
    void written(int lines) {
        try (AuditTrail trail = open()) {
            record(trail, 1, lines);
        }
    }

    static void record(AuditTrail trail, int from, int to) {
        for (int i = from; i <= to; i++) {
            trail.record(event("lock.acquired", "lock-" + i));
        }
    }

    static AuditEvent event(String event, String lockId) {
        return new AuditEvent(
                NOON,
                AuditEvent.Level.INFO,
                event,
                "stack:shop:env:production",
                lockId,
                "alice",
                Map.of("user", "alice"),
                null);
    }

    Path file() throws IOException {
        return AuditFiles.in(folder).getLast();
    }

    List<String> lines() throws IOException {
        var lines = new ArrayList<String>();
        for (Path file : AuditFiles.in(folder)) {
            lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }

    void replace(List<String> lines) throws IOException {
        Files.write(file(), lines);
    }

    List<String> problems() {
        return AuditVerification.of(folder).problems();
    }
}
