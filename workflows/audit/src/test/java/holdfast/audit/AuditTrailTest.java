package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.engine.LockEvent;
import holdfast.json.JsonObject;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.WatchedDocuments;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditTrailTest {
    @TempDir private Path folder;
    private Trails trails;

    @BeforeEach
    void set() {
        trails = new Trails(folder.resolve("audit"));
    }

    private List<String> events() throws IOException {
        return trails.lines().stream().map(line -> JsonObject.parse(line).text("event")).toList();
    }

    @Test
    void everyLineHasTheFieldsOfTheFormat() throws IOException {
        try (AuditTrail trail = trails.open()) {
            trail.record(
                    new LockEvent(
                            LockEvent.Type.RELEASED,
                            StoreTime.of(Trails.NOON),
                            Resource.parse("shop/production"),
                            new Owner(new OwnerId("run-1"), "ci", Map.of("user", "alice")),
                            new holdfast.model.LockId("lock_1_ci_0123abcd"),
                            new Token(7),
                            new Note("deploy", Map.of("git_commit", "a1b2c3")),
                            Duration.ofSeconds(342),
                            ""));
        }

        JsonObject line = JsonObject.parse(trails.lines().getFirst());
        assertThat(line.text("timestamp")).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(line.text("level")).isEqualTo("INFO");
        assertThat(line.text("event")).isEqualTo("lock.released");
        assertThat(line.text("lock_key")).isEqualTo("shop/production");
        assertThat(line.text("lock_id")).isEqualTo("lock_1_ci_0123abcd");
        assertThat(line.text("locked_by")).isEqualTo("ci");
        assertThat(line.number("duration_seconds")).isEqualTo(342);
        assertThat(line.texts("metadata"))
                .containsEntry("user", "alice")
                .containsEntry("git_commit", "a1b2c3")
                .containsEntry("reason", "deploy")
                .containsEntry("fence", "7");
    }

    @Test
    void noNoteOfACallerGoesBeforeWhatItsCredentialSays() throws IOException {
        try (AuditTrail trail = trails.open()) {
            trail.record(
                    new LockEvent(
                            LockEvent.Type.QUEUED,
                            StoreTime.of(Trails.NOON),
                            Resource.parse("shop/production"),
                            new Owner(
                                    new OwnerId("run-1"),
                                    "mallory",
                                    Map.of("identity", "token:mallory", "fence", "1")),
                            null,
                            null,
                            new Note("", Map.of("identity", "token:alice", "by", "alice")),
                            Duration.ZERO,
                            ""));
        }

        assertThat(JsonObject.parse(trails.lines().getFirst()).texts("metadata"))
                .containsEntry("identity", "token:mallory")
                .containsEntry("claimed_by", "alice")
                .doesNotContainKeys("by", "fence");
    }

    @Test
    void longLinesAreCopiedInDocumentsThatAStoreTakes() {
        try (AuditTrail trail = trails.open()) {
            for (int i = 0; i < 20; i++) {
                trail.record(
                        new AuditEvent(
                                Trails.NOON,
                                AuditEvent.Level.INFO,
                                "lock.acquired",
                                "shop",
                                "lock-" + i,
                                "alice",
                                Map.of("long", "x".repeat(1_000_000)),
                                null));
            }
        }

        var documents = new AuditDocuments(trails.documents);
        assertThat(documents.end("server-1").orElseThrow().number()).isEqualTo(20);
        assertThat(documents.of("server-1")).hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void aFileThatWentBeforeItWasCopiedDoesNotEndTheCopy() throws IOException {
        AuditSettings settings = trails.smallFiles(100);
        try (AuditTrail trail = trails.open(settings)) {
            Trails.record(trail, 1, 30);
        }
        var copy = new DocumentCopy(new AuditDocuments(new MemoryDocumentStore()), settings);
        assertThat(copy.advance()).isTrue();

        Files.delete(AuditFiles.in(trails.folder).getFirst());
        while (copy.advance()) {
            assertThat(copy.copied().number()).isLessThanOrEqualTo(30);
        }

        assertThat(copy.copied().number()).isEqualTo(30);
    }

    @Test
    void whatACallerSaysIsNotInTheLogWhenSomeoneWhoListensFails() throws Exception {
        PrintStream before = System.err;
        var log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (var store = MemoryLockStore.withSystemClock();
                var holdfast = Holdfast.on(store)) {
            holdfast.engine()
                    .onEvent(event -> {
                        throw new IllegalStateException("it listens no more");
                    });
            acquire(
                    holdfast.lock("shop")
                            .ownedBy(new Owner(new OwnerId("1"), "alice", Map.of("pin", "hush")))
                            .reason("the password is hush"));
        } finally {
            System.setErr(before);
        }

        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("it listens no more", "ACQUIRED", "shop")
                .doesNotContain("hush");
    }

    private static Hold acquire(LockRequest request) throws InterruptedException {
        return ((AcquireOutcome.Granted) request.lease(Duration.ofMinutes(1)).acquireDetached())
                .hold();
    }

    @Test
    void noSecretIsWrittenDown() throws IOException {
        try (AuditTrail trail = trails.open()) {
            trail.record(
                    new AuditEvent(
                            Trails.NOON,
                            AuditEvent.Level.INFO,
                            "lock.acquired",
                            null,
                            null,
                            null,
                            Map.of("db_password", "hush", "note", "use Bearer hushhushhushhush"),
                            null));
        }

        assertThat(trails.lines().getFirst()).contains("(hidden)").doesNotContain("hush");
    }

    @Test
    void whatIsAnnouncedIsInTheFileBeforeItIsDone() throws IOException {
        try (AuditTrail trail = trails.open()) {
            trail.announce(Trails.event("lock.force_unlock.requested", "lock-1"));

            assertThat(events()).containsExactly("lock.force_unlock.requested");
        }
    }

    @Test
    void whatIsAnnouncedTogetherWaitsForTheDiskOnce() throws IOException {
        var events = new ArrayList<AuditEvent>();
        for (int i = 0; i < 1_000; i++) {
            events.add(Trails.event("lock.force_unlock.requested", "lock-" + i));
        }
        var quiet =
                new AuditSettings(
                        trails.folder, "server-1", 64_000_000, 10, 100, Duration.ofMinutes(1));
        try (AuditTrail trail = trails.open(quiet)) {
            trail.announce(events);

            assertThat(trail.waitsForTheDisk()).isEqualTo(1);
            assertThat(trails.lines()).hasSize(1_000);
        }
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void manyLinesAtOnceFillAsManyFilesAsTheyNeed() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(100))) {
            trail.announce(
                    IntStream.range(0, 60)
                            .mapToObj(i -> Trails.event("lock.forced", "lock-" + i))
                            .toList());
        }

        assertThat(AuditFiles.in(trails.folder)).hasSizeGreaterThan(8);
        for (Path file : AuditFiles.in(trails.folder)) {
            assertThat(Files.size(file)).isLessThanOrEqualTo(2_000);
        }
        assertThat(AuditVerification.of(trails.folder).last()).isEqualTo(60);
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void filesAreForTheirUserAloneWhateverTheFolderLetsOthersDo() throws IOException {
        Files.createDirectories(trails.folder);
        Files.setPosixFilePermissions(trails.folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (AuditTrail trail = trails.open(trails.smallFiles(100))) {
            Trails.record(trail, 1, 30);
        }

        try (Stream<Path> files = Files.list(trails.folder)) {
            assertThat(files.toList())
                    .hasSizeGreaterThan(3)
                    .allSatisfy(file ->
                            assertThat(Files.getPosixFilePermissions(file))
                                    .isEqualTo(PosixFilePermissions.fromString("rw-------")));
        }
    }

    @Test
    void whatCannotBeAnnouncedIsRefused() throws IOException {
        AuditTrail trail = trails.open();
        trail.close();

        assertThatThrownBy(() -> trail.announce(Trails.event("lock.force_unlock.requested", "1")))
                .isInstanceOf(AuditFailedException.class);
        assertThat(trail.trouble()).isPresent();
    }

    @Test
    void aLineThatCannotBeWrittenDoesNotStopWhoWasToBeWrittenAbout() {
        AuditTrail trail = trails.open();
        trail.close();

        trail.record(Trails.event("lock.acquired", "1"));

        assertThat(trail.trouble()).isPresent();
    }

    @Test
    void anInterruptedThreadWritesItsLineAndLeavesTheTrailOpen() throws IOException {
        try (AuditTrail trail = trails.open()) {
            Thread.currentThread().interrupt();
            trail.announce(Trails.event("lock.acquired", "1"));
            assertThat(Thread.interrupted()).isTrue();

            trail.announce(Trails.event("lock.acquired", "2"));
        }

        assertThat(trails.lines()).hasSize(2);
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void theChainGoesOnAfterARestart() throws IOException {
        trails.written(3);
        trails.written(2);

        assertThat(trails.lines()).hasSize(5);
        assertThat(AuditVerification.of(trails.folder))
                .isEqualTo(new AuditVerification.Chain("files", "server-1", 1, 5, 5, List.of()));
    }

    @Test
    void aLineThatACrashCutInTwoIsHealedAndSaidToBe() throws IOException {
        trails.written(3);
        String last = trails.lines().getLast();
        Path file = trails.file();
        Files.writeString(file, last.substring(0, 40), java.nio.file.StandardOpenOption.APPEND);

        trails.written(1);

        assertThat(events())
                .containsExactly(
                        "lock.acquired",
                        "lock.acquired",
                        "lock.acquired",
                        "audit.healed",
                        "lock.acquired");
        assertThat(JsonObject.parse(trails.lines().get(3)).texts("metadata"))
                .containsEntry("cut_bytes", "40");
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void aFullFileIsFollowedByTheNextInTheSameChain() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(100))) {
            Trails.record(trail, 1, 30);
        }

        assertThat(AuditFiles.in(trails.folder)).hasSizeGreaterThan(3);
        assertThat(AuditVerification.of(trails.folder).last()).isEqualTo(30);
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void theOldestFilesGoAndTheTrailSaysSo() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(3))) {
            Trails.record(trail, 1, 60);
        }

        assertThat(AuditFiles.in(trails.folder)).hasSize(3);
        assertThat(events()).contains("audit.pruned");
        assertThat(AuditVerification.of(trails.folder).first()).isGreaterThan(1);
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void aLineLongerThanAFileIsWrittenAllTheSame() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(2))) {
            for (int i = 0; i < 6; i++) {
                trail.record(
                        new AuditEvent(
                                Trails.NOON,
                                AuditEvent.Level.INFO,
                                "lock.acquired",
                                null,
                                null,
                                null,
                                Map.of("long", "x".repeat(5_000)),
                                null));
            }
        }

        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void everyLineIsCopiedToTheDocumentsAlsoThoseOfBefore() throws IOException {
        try (AuditTrail trail = trails.open(trails.smallFiles(1_000))) {
            Trails.record(trail, 1, 1_200);
        }
        try (AuditTrail trail = trails.open(trails.smallFiles(1_000))) {
            Trails.record(trail, 1, 5);
        }

        assertThat(AuditVerification.of(trails.documents))
                .containsExactly(
                        new AuditVerification.Chain(
                                "documents", "server-1", 1, 1_205, 1_205, List.of()));
        assertThat(AuditVerification.of(trails.folder, trails.documents).problems()).isEmpty();
    }

    @Test
    void theOldestDocumentsGoAndTheTrailSaysSo() {
        var settings =
                new AuditSettings(
                        trails.folder, "server-1", 1_000_000, 10, 2, Duration.ofSeconds(1));
        try (AuditTrail trail = trails.open(settings)) {
            Trails.record(trail, 1, 2_000);
        }
        try (AuditTrail trail = trails.open(settings)) {
            Trails.record(trail, 1, 1);
        }

        assertThat(AuditVerification.of(trails.documents))
                .singleElement()
                .satisfies(chain -> {
                    assertThat(chain.first()).isGreaterThan(1);
                    assertThat(chain.problems()).isEmpty();
                });
    }

    @Test
    void twoServersCannotWriteIntoOneFolder() {
        try (AuditTrail first = trails.open()) {
            assertThatThrownBy(trails::open)
                    .isInstanceOf(AuditFailedException.class)
                    .hasMessageContaining("another server");
        }
    }

    @Test
    void manyThreadsWriteOneChain() throws Exception {
        try (AuditTrail trail = trails.open()) {
            var threads =
                    java.util.stream.IntStream.range(0, 8)
                            .mapToObj(i ->
                                    Thread.ofVirtual().start(() -> Trails.record(trail, 1, 200)))
                            .toList();
            for (Thread thread : threads) {
                thread.join();
            }
        }

        assertThat(trails.lines()).hasSize(1_600);
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void whatWasNotCopiedYetIsNotPrunedAndGoesOnceItIs() throws IOException {
        var documents = new WatchedDocuments(new MemoryDocumentStore());
        AuditSettings settings = trails.smallFiles(3);
        try (AuditTrail trail = AuditTrail.open(settings, documents, () -> Trails.NOON)) {
            documents.goAway();
            Trails.record(trail, 1, 40);
            assertThat(AuditFiles.in(trails.folder)).hasSizeBetween(4, 12);
            assertThat(AuditVerification.of(trails.folder).first()).isEqualTo(1);
            documents.comeBack();
        }

        assertThat(AuditFiles.in(trails.folder)).hasSize(3);
        assertThat(AuditVerification.of(documents))
                .singleElement()
                .satisfies(chain -> {
                    assertThat(chain.first()).isEqualTo(1);
                    assertThat(chain.problems()).isEmpty();
                });
        assertThat(trails.problems()).isEmpty();
    }

    @Test
    void aCopyThatNeverComesDoesNotFillTheDiskAndTheTrailSaysWhatItCost() throws IOException {
        var documents = new WatchedDocuments(new MemoryDocumentStore());
        try (AuditTrail trail =
                AuditTrail.open(trails.smallFiles(2), documents, () -> Trails.NOON)) {
            documents.goAway();
            Trails.record(trail, 1, 200);

            assertThat(AuditFiles.in(trails.folder)).hasSize(8);
            assertThat(String.join("\n", trails.lines()))
                    .containsPattern("audit\\.pruned.*\"copied\":\"false\"");
            documents.comeBack();
        }
        assertThat(trails.problems()).isEmpty();
    }
}
