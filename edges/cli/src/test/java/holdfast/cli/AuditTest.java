package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.audit.AuditEvent;
import holdfast.audit.AuditSettings;
import holdfast.audit.AuditTrail;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The trail of a server, as people look at it. */
@ParameterizedClass
@EnumSource(CliScene.Locks.class)
final class AuditTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir private Path folder;
    private final CliScene.Locks locks;
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private CliScene scene;

    AuditTest(CliScene.Locks locks) {
        this.locks = locks;
    }

    @BeforeEach
    void write() {
        scene = new CliScene(locks, CliScene.keeping(documents));
        try (AuditTrail trail =
                AuditTrail.open(AuditSettings.in(folder, "server-1"), documents, () -> NOON)) {
            trail.record(event("lock.acquired", "alice", ""));
            trail.record(event("lock.forced", "alice", "by bob: wedged"));
        }
    }

    @AfterEach
    void close() {
        scene.close();
    }

    private static AuditEvent event(String event, String owner, String detail) {
        return new AuditEvent(
                NOON,
                AuditEvent.Level.INFO,
                event,
                "shop",
                "lock-1",
                owner,
                Map.of("detail", detail),
                null);
    }

    private CliRun run(int code, String... arguments) {
        CliRun cli = scene.cli().keeping(documents);
        assertThat(cli.run(arguments)).as(cli::err).isEqualTo(code);
        return cli;
    }

    private CliRun runOnStore(int code, String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--store", "test:usual"));
        return run(code, all.toArray(String[]::new));
    }

    @Test
    void filesAreComparedWithTheStoreAndNotWithWhatAServerSays() {
        CliRun cli = scene.cli().keeping(documents);
        boolean atServer = locks == CliScene.Locks.AT_A_SERVER;

        assertThat(cli.run("audit", "verify", "--files", folder.toString()))
                .isEqualTo(atServer ? ExitCode.USAGE.code() : ExitCode.OK.code());
        assertThat(
                        cli.err()
                                .contains(
                                        "name the store with --store, not a server (HOLDFAST_SERVER)"))
                .isEqualTo(atServer);
    }

    @Test
    void aTrailInTheStoreThatWasTamperedWithIsToldInTheSameWayByAServer() {
        assertThat(run(0, "audit", "verify").out())
                .isEqualTo("whole   server-1 (documents): lines 1 to 2\n");
        DocumentKey key = documents.list("audit/", null, 10).getFirst();
        Document document = documents.get(key).orElseThrow();
        String changed =
                new String(document.body(), StandardCharsets.UTF_8).replace("wedged", "asleep");
        documents.put(key, document.version(), changed.getBytes(StandardCharsets.UTF_8));

        assertThat(run(65, "audit", "verify").out())
                .startsWith("BROKEN  server-1 (documents): lines 1 to 1\n        audit/");
        assertThat(run(65, "audit", "verify", "--output", "json").out())
                .contains("\"whole\":false");
    }

    @Test
    void showsWhoWhatWhenAndWhy() {
        assertThat(run(0, "audit").out())
                .isEqualTo(
                        """
                        TIME                  EVENT          LOCK  OWNER  DETAIL
                        2026-03-01T12:00:00Z  lock.acquired  shop  alice  -
                        2026-03-01T12:00:00Z  lock.forced    shop  alice  by bob: wedged
                        """);
    }

    @Test
    void whoPlacedAFreezeIsShown() {
        String line =
                "{\"timestamp\":\"2026-03-01T12:00:01Z\",\"level\":\"WARN\",\"event\":\"freeze.placed\","
                        + "\"lock_key\":\"shop\",\"metadata\":{\"by\":\"carol\",\"reason\":\"sale\"}}\n";
        documents.put(
                new DocumentKey("audit/server-2/0000000000000001"),
                null,
                line.getBytes(StandardCharsets.UTF_8));

        assertThat(run(0, "audit", "--event", "freeze").out()).contains("by carol: sale");
    }

    @Test
    void whatWasDoneWithoutAServersTrailIsKnownToTheStore() {
        scene.held("bank");
        run(0, "unlock", "bank", "--force", "--yes", "--reason", "dead");
        // Returns when the freeze is in force, by the clock of the store.
        var frozen =
                CompletableFuture.runAsync(
                        () -> run(0, "freeze", "bank", "--reason", "sale", "--for", "1h"));
        scene.advanceUntil(frozen::isDone);
        frozen.join();

        assertThat(run(0, "audit", "--lock", "bank").out().lines())
                .hasSize(3)
                .anyMatch(line -> line.matches(".*lock.forced +bank .*: dead"))
                .anyMatch(line -> line.matches(".*freeze.placed +bank .*: sale"));
        assertThat(run(0, "audit", "--event", "lock.forced").out().lines()).hasSize(3);
    }

    @Test
    void theSameLinesAreInTheStoreAndInTheFiles() {
        String inStore = run(0, "audit", "--event", "lock.forced", "--output", "json").out();

        assertThat(inStore.lines()).hasSize(1);
        assertThat(
                        run(
                                        0,
                                        "audit",
                                        "--event",
                                        "lock.forced",
                                        "--output",
                                        "json",
                                        "--files",
                                        folder.toString())
                                .out())
                .isEqualTo(inStore);
    }

    @Test
    void whatIsAskedForIsWhatIsShown() {
        assertThat(run(0, "audit", "--by", "bob").out()).isEqualTo("Nothing found.\n");
        assertThat(run(0, "audit", "--by", "alice", "--lock", "shop", "--limit", "1").out().lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("lock.forced");
        assertThat(run(0, "audit", "--until", NOON.toString()).out()).isEqualTo("Nothing found.\n");
    }

    @Test
    void aTrailThatNobodyTouchedIsWhole() {
        assertThat(runOnStore(0, "audit", "verify", "--files", folder.toString()).out())
                .isEqualTo(
                        """
                        whole   server-1 (documents): lines 1 to 2
                        whole   server-1 (files): lines 1 to 2
                        """);
    }

    @Test
    void aTrailThatWasTamperedWithEndsWith65() throws IOException {
        Path file;
        try (var files = Files.list(folder)) {
            file =
                    files.filter(name -> name.toString().endsWith(".jsonl"))
                            .findFirst()
                            .orElseThrow();
        }
        Files.write(file, List.of(Files.readAllLines(file).getFirst()));

        assertThat(runOnStore(65, "audit", "verify", "--files", folder.toString()).out())
                .contains(
                        "BROKEN  server-1 (files)", "line 2 is in the store and not in the files");
    }

    @Test
    void aTimeThatIsNoneIsMisuse() {
        assertThat(run(64, "audit", "--since", "yesterday").err())
                .contains("'yesterday' is no time");
    }

    @Test
    void aFolderWithoutATrailIsNotWhole(@TempDir Path empty) throws IOException {
        assertThat(runOnStore(64, "audit", "verify", "--files", empty.toString()).err())
                .contains("there is no trail in '" + empty + "': name the folder of one server");
        assertThat(run(64, "audit", "--files", empty.toString()).err())
                .contains("there is no trail");
        Path server = Files.createDirectory(empty.resolve("locks-1"));
        Files.createFile(server.resolve("audit-0000000000000001.jsonl"));
        assertThat(runOnStore(64, "audit", "verify", "--files", empty.toString()).err())
                .contains("name the folder of one server: " + server);
    }

    @Test
    void aFolderThatIsNotThereIsMisuse() {
        assertThat(run(64, "audit", "--files", folder.resolve("no").toString()).err())
                .contains("there is no folder");
    }
}
