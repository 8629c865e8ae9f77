package holdfast.store.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import holdfast.store.DocumentKey;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people find in the folder, and what they may do there. */
final class FilesOnDiskTest {
    private static final DocumentKey STATE = new DocumentKey("stacks/shop/production/state.json");

    private final Folder folder = Folder.create();
    private final FileDocumentStore store = FileDocumentStore.open(folder.path());

    @AfterEach
    void remove() {
        folder.close();
    }

    private DocumentVersion stored(DocumentKey key, String body) {
        var version = store.get(key).map(document -> document.version()).orElse(null);
        PutResult result = store.put(key, version, body.getBytes(StandardCharsets.UTF_8));
        assertThat(result).isInstanceOf(PutResult.Stored.class);
        return ((PutResult.Stored) result).version();
    }

    @Test
    void aDocumentLiesWhereItsKeySays() throws IOException {
        stored(STATE, "{}");
        stored(new DocumentKey("stacks/shop/production/pulumi/.pulumi/stacks/shop.json"), "{}");

        assertThat(folder.documents())
                .containsExactly(
                        "stacks/shop/production/pulumi/.pulumi/stacks/shop.json",
                        "stacks/shop/production/state.json");
        assertThat(folder.path().resolve("stacks/shop/production/state.json")).hasContent("{}");
    }

    @Test
    void whatWasDoneIsNotDeniedWhenOnlyTheDoorDoesNotCloseWell() {
        assertThatThrownBy(() ->
                        store.write(
                                STATE,
                                null,
                                (mark, current) -> {
                                    mark.channel.close();
                                    return "1";
                                }))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
    }

    @Test
    void nobodyButItsOwnerReadsWhatTheStoreMakes() throws IOException {
        assumeTrue(
                folder.path().getFileSystem().supportedFileAttributeViews().contains("posix"),
                "no such permissions here");
        Path top = folder.path().resolve("made/by/the/store");
        try (var made = FileDocumentStore.open(top)) {
            made.put(STATE, null, new byte[] {1});
        }

        try (Stream<Path> all = Files.walk(folder.path().resolve("made"))) {
            for (Path place : all.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
                        .as("%s", place)
                        .isEqualTo(Files.isDirectory(place) ? "rwx------" : "rw-------");
            }
        }
    }

    @Test
    void aDraftIsItsOwnersAloneBeforeAnythingIsInIt() throws IOException {
        assumeTrue(
                folder.path().getFileSystem().supportedFileAttributeViews().contains("posix"),
                "no such permissions here");
        Path draft = folder.path().resolve("draft");
        try (var empty =
                Disk.open(draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            assertThat(empty.size()).isZero();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(draft)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void everyKeyIsFoundAgainUnderItsFile() {
        var keys =
                List.of(
                        "a",
                        "a.json",
                        "a.json/b",
                        "a/b",
                        "state.json.0001",
                        ".hidden",
                        "..more",
                        "x".repeat(450) + "/" + "y".repeat(201) + ".json");
        keys.forEach(key -> stored(new DocumentKey(key), key));

        assertThat(store.list("", null, 100))
                .extracting(DocumentKey::text)
                .containsExactlyInAnyOrderElementsOf(keys);
    }

    @Test
    void filesOfOthersAreNotListed() throws IOException {
        stored(STATE, "{}");
        Files.writeString(folder.path().resolve("stacks/shop/production/state.json.swp"), "x");
        Files.writeString(folder.path().resolve("stacks/shop/notes for us"), "x");

        assertThat(store.list("stacks/", null, 10)).containsExactly(STATE);
    }

    @Test
    void anEditByHandIsANewVersion() throws IOException {
        DocumentVersion before = stored(STATE, "{}");
        Files.writeString(folder.path().resolve(STATE.text()), "{ \"edited\": true }");

        assertThat(store.put(STATE, before, new byte[0])).isInstanceOf(PutResult.Conflict.class);
        assertThat(store.get(STATE).orElseThrow().body()).asString().contains("edited");
    }

    @Test
    void versionsGrowEvenWhenAFileIsFromTheFuture() throws IOException {
        stored(STATE, "{}");
        Path file = folder.path().resolve(STATE.text());
        Instant future = Instant.parse("2199-01-01T00:00:00Z");
        Files.setLastModifiedTime(file, FileTime.from(future));

        long next = Long.parseLong(stored(STATE, "{}").text());

        assertThat(next).isGreaterThan(future.getEpochSecond() * 1_000_000_000L);
    }

    @Test
    void whatAWriterLeftBehindThatDiedIsNoDocument() throws IOException {
        stored(STATE, "{}");
        Files.writeString(folder.path().resolve(",holdfast/aside/torn"), "{ \"half");

        assertThat(FileDocumentStore.open(folder.path()).list("", null, 10)).containsExactly(STATE);
        assertThat(store.get(STATE).orElseThrow().body()).asString().isEqualTo("{}");
    }

    @Test
    void whatLiesAsideForADayIsClearedAway() throws IOException {
        Path torn = folder.path().resolve(",holdfast/aside/torn");
        Path fresh = folder.path().resolve(",holdfast/aside/fresh");
        Files.writeString(torn, "{ \"half");
        Files.writeString(fresh, "{ \"half");
        Files.setLastModifiedTime(torn, FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS)));

        FileDocumentStore.open(folder.path());

        assertThat(torn).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void whatCannotBeWrittenLeavesWhatWasThere() throws IOException {
        DocumentVersion version = stored(STATE, "{}");
        Path aside = folder.path().resolve(",holdfast/aside");
        Files.delete(aside);
        Files.writeString(aside, "a file where the folder was");

        assertThatThrownBy(() -> store.put(STATE, version, new byte[1]))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("was not written");
        assertThat(store.get(STATE).orElseThrow().version()).isEqualTo(version);
    }

    @Test
    void processesLoseNoWriteOfEachOther() throws IOException, InterruptedException {
        stored(CountingProcess.KEY, "0");
        var processes = new ArrayList<Process>();
        for (int i = 0; i < 3; i++) {
            processes.add(
                    new ProcessBuilder(
                                    ProcessHandle.current().info().command().orElseThrow(),
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    CountingProcess.class.getName(),
                                    folder.path().toString(),
                                    "100")
                            .inheritIO()
                            .start());
        }
        for (Process process : processes) {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        }

        assertThat(store.get(CountingProcess.KEY).orElseThrow().body()).asString().isEqualTo("300");
    }

    @Test
    void whoIsStoppedInTheMiddleOfAWriteIsNamedToThoseWhoWaitForItAndBlocksNoReader()
            throws IOException, InterruptedException {
        DocumentVersion version = stored(STATE, "{}");
        FileDocumentStore impatient = FileDocumentStore.open(folder.path(), Duration.ofMillis(300));
        Process slow =
                new ProcessBuilder(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                SlowProcess.class.getName(),
                                folder.path().toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try {
            assertThat(slow.inputReader().readLine()).isEqualTo("inside");
            signal("STOP", slow);

            assertThatThrownBy(() -> impatient.put(SlowProcess.KEY, null, new byte[1]))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("process " + slow.pid())
                    .hasMessageContaining("is it stopped?");
            assertThat(impatient.get(STATE).orElseThrow().version()).isEqualTo(version);
            assertThat(impatient.get(SlowProcess.KEY)).isEmpty();

            signal("CONT", slow);
            slow.outputWriter().append("on\n").close();
            assertThat(slow.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            slow.destroyForcibly();
        }
        assertThat(impatient.put(SlowProcess.KEY, null, new byte[1]))
                .isInstanceOf(PutResult.Stored.class);
    }

    private static void signal(String name, Process process)
            throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
