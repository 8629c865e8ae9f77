package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.AuditEntry;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.store.AuditRecord;
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

    private static AuditRecord written(
            int second, String action, String by, String resource, Map<String, String> details) {
        return new AuditRecord(
                new StoreTime(Trails.NOON.plusSeconds(second).getEpochSecond() * 1_000_000_000L),
                new AuditEntry(action, by, "dead", Resource.parse(resource), details));
    }

    @Test
    void whatTheStoreWroteStandsBesideTheTrailsAndIsNotToldTwice() {
        try (AuditTrail trail = trails.open()) {
            trail.record(event(30, "freeze.placed", "shop", null, "carol"));
        }
        List<AuditRecord> records =
                List.of(
                        written(10, "force-unlock", "carol", "shop", Map.of("lock_id", "lock-1")),
                        written(15, "force-unlock", "dave", "bank", Map.of("lock_id", "lock-9")),
                        written(29, "freeze", "carol", "shop", Map.of("prefix", "shop")),
                        written(50, "freeze", "carol", "shop", Map.of("prefix", "shop")),
                        written(60, "thaw", "dave", "shop", Map.of("prefix", "shop")),
                        written(70, "freeze", "eve", "everything", Map.of("prolonged", "with it")));

        assertThat(texts(ALL.in(trails.documents, records, List.of())))
                .containsExactly(
                        "lock.acquired shop",
                        "lock.forced shop",
                        "lock.forced bank",
                        "lock.acquired blog",
                        "freeze.placed shop",
                        "freeze.placed shop",
                        "freeze.lifted shop");
        var byDave = new AuditQuery(null, null, "dave", null, null, 100);
        assertThat(texts(byDave.in(trails.documents, records, List.of())))
                .containsExactly("lock.forced bank", "freeze.lifted shop");
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
