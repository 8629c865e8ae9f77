package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditQueryTest {
    private static final AuditQuery ALL = new AuditQuery(null, null, null, null, null, 100);

    @TempDir private Path folder;
    private Trails trails;

    @BeforeEach
    void write() {
        trails = new Trails(folder.resolve("audit"));
        try (AuditTrail trail = trails.open()) {
            trail.record(event(0, "lock.acquired", "shop", "lock-1", "alice"));
            trail.record(event(10, "lock.forced", "shop", "lock-1", "alice"));
            trail.record(event(20, "lock.acquired", "blog", "lock-2", "bob"));
        }
    }

    private static AuditEvent event(
            int second, String event, String key, @Nullable String lock, String by) {
        return new AuditEvent(
                Trails.NOON.plusSeconds(second),
                AuditEvent.Level.INFO,
                event,
                key,
                lock,
                by,
                Map.of("by", "carol"),
                null);
    }

    /** The same in files and in documents. */
    private List<String> found(AuditQuery query) {
        List<String> inFiles = texts(query.in(trails.folder));
        assertThat(texts(query.in(trails.documents))).isEqualTo(inFiles);
        return inFiles;
    }

    private static List<String> texts(List<AuditQuery.Found> found) {
        return found.stream()
                .map(line -> line.json().text("event") + " " + line.json().text("lock_key"))
                .toList();
    }

    @Test
    void findsAllInTheirOrder() {
        assertThat(found(ALL))
                .containsExactly("lock.acquired shop", "lock.forced shop", "lock.acquired blog");
    }

    @Test
    void findsWhatConcernsALock() {
        assertThat(found(new AuditQuery("lock-2", null, null, null, null, 100)))
                .containsExactly("lock.acquired blog");
        assertThat(found(new AuditQuery("shop", null, null, null, null, 100))).hasSize(2);
    }

    @Test
    void findsEventsByNameAndByFamily() {
        assertThat(found(new AuditQuery(null, "lock.forced", null, null, null, 100))).hasSize(1);
        assertThat(found(new AuditQuery(null, "lock", null, null, null, 100))).hasSize(3);
        assertThat(found(new AuditQuery(null, "loc", null, null, null, 100))).isEmpty();
    }

    @Test
    void findsWhatSomeoneDid() {
        assertThat(found(new AuditQuery(null, null, "bob", null, null, 100))).hasSize(1);
        assertThat(found(new AuditQuery(null, null, "carol", null, null, 100))).hasSize(3);
    }

    @Test
    void findsATimeWithItsFirstInstantAndWithoutItsLast() {
        Instant ten = Trails.NOON.plusSeconds(10);
        Instant twenty = Trails.NOON.plusSeconds(20);

        assertThat(found(new AuditQuery(null, null, null, ten, twenty, 100)))
                .containsExactly("lock.forced shop");
    }

    @Test
    void theNewestAreFoundWhenThereAreMoreThanWanted() {
        assertThat(found(new AuditQuery(null, null, null, null, null, 2)))
                .containsExactly("lock.forced shop", "lock.acquired blog");
    }
}
