package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is kept of those who may not save, and what not. */
final class OrphansTest {
    private static final int STATE_BYTES_MAX = 1_000;

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene =
            new Scene(documents, StateSettings.DEFAULT.withBytesMax(STATE_BYTES_MAX));

    @AfterEach
    void end() {
        scene.close();
    }

    private Optional<String> send(String client, String body) throws IOException {
        return scene.states.keepOrphan(
                NETWORK,
                new OrphanNote(client, "alice", "nobody holds it"),
                new ByteArrayInputStream(bytes(body)));
    }

    private static String state(int serial) {
        return "{\"version\":4,\"serial\":%d,\"lineage\":\"one\"}".formatted(serial);
    }

    /** One that had the lock, lost it to another, and never saved. */
    private Writer overtaken() {
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        scene.letLeasesLapse();
        Writer next = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, next);
        scene.release(next, NETWORK);
        return writer;
    }

    private SaveOutcome.Fenced late(Writer writer, String body) {
        SaveOutcome outcome =
                scene.states.save(
                        NETWORK,
                        SaveRequest.of(writer, new SaveRequest.Base.Anything())
                                .keepingWhatIsRefused(),
                        bytes(body));
        assertThat(outcome).isInstanceOf(SaveOutcome.Fenced.class);
        return (SaveOutcome.Fenced) outcome;
    }

    private String only() {
        assertThat(scene.states.orphans(NETWORK)).hasSize(1);
        return new String(
                scene.states.read(scene.states.orphans(NETWORK).get(0)),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void inventedIdsDoNotTakeTheRoomOfOneThatHeldTheLock() throws IOException {
        Writer lost = overtaken();
        for (int i = 0; i < 20; i++) {
            assertThat(send("ghost-" + i, "{}").isPresent()).isEqualTo(i < Orphans.STRANGERS_MAX);
        }
        send("ghost-0", "x".repeat(STATE_BYTES_MAX - 9 * 2));

        assertThat(send(lost.client(), "y".repeat(STATE_BYTES_MAX))).isPresent();
        Writer other = overtaken();
        assertThat(late(other, "z".repeat(STATE_BYTES_MAX)).orphan()).isNotNull();
        assertThat(scene.states.orphans(NETWORK)).hasSize(Orphans.STRANGERS_MAX + 2);
    }

    @Test
    void whatARunSentLastReplacesWhatItSentBefore() throws IOException {
        Writer lost = overtaken();
        send(lost.client(), state(4));
        String last = send(lost.client(), state(5)).orElseThrow();

        assertThat(only()).isEqualTo(state(5));
        // A copy that came late on its way is not what the run sent last.
        assertThat(send(lost.client(), state(4))).contains(last);
        assertThat(only()).isEqualTo(state(5));
        assertThat(documents.list(Shelf.ORPHANS.bodiesFolder(NETWORK), null, 10)).hasSize(1);
    }

    @Test
    void whatIsRefusedWhenItIsSavedIsKeptOnceAndReplacedByWhatCameLater() {
        Writer lost = overtaken();

        String first = late(lost, "one").orphan();
        assertThat(late(lost, "one").orphan()).isEqualTo(first);
        assertThat(late(lost, "two").orphan()).isNotEqualTo(first);

        assertThat(only()).isEqualTo("two");
        assertThat(documents.list(Shelf.HISTORY.bodiesFolder(NETWORK), null, 10)).hasSize(1);
    }

    @Test
    void theSameWithoutAnIdIsNotTakenForOneRun() throws IOException {
        send("", "one");
        send("", "two");

        assertThat(scene.states.orphans(NETWORK)).hasSize(2);
    }

    @Test
    void whoRepeatsWhatIsKeptIsToldSoAlsoWhenNothingMoreIsTaken() throws IOException {
        Optional<String> first = send("ghost-0", "{}");
        for (int i = 1; i < Orphans.STRANGERS_MAX; i++) {
            send("ghost-" + i, "{}");
        }
        assertThat(send("new", "{}")).isEmpty();
        Optional<String> nameless = send("", "{}");

        assertThat(nameless).isEmpty();
        assertThat(send("ghost-0", "{}")).isEqualTo(first);
    }

    @Test
    void whoRepeatsWhatIsKeptIsToldSoAlsoWhenTheBytesAreUsedUp() throws IOException {
        Optional<String> first = send("", "x".repeat(STATE_BYTES_MAX / 2 + 1));

        assertThat(send("", "y".repeat(STATE_BYTES_MAX / 2))).isEmpty();
        assertThat(send("", "x".repeat(STATE_BYTES_MAX / 2 + 1))).isEqualTo(first);
    }

    @Test
    void aDamagedRecordKeepsNothingElseFromBeingKeptAndCanBeDropped() throws IOException {
        Writer lost = overtaken();
        String damaged = send(lost.client(), "{}").orElseThrow();
        var key = new DocumentKey(Shelf.ORPHANS.recordsFolder(NETWORK) + damaged + ".json");
        documents.put(key, documents.get(key).orElseThrow().version(), bytes("{"));

        assertThat(send("ghost", "{}")).isPresent();
        assertThat(late(lost, "two").orphan()).isNotNull();
        assertThat(scene.states.sweep(NETWORK)).isZero();
        assertThat(scene.states.dropOrphan(NETWORK, damaged)).isTrue();
        assertThat(documents.get(key)).isEmpty();
    }

    @Test
    void aDamagedPointerKeepsNothingFromBeingKept() throws IOException {
        documents.put(Pointers.key(NETWORK), null, bytes("{"));

        assertThat(send("ghost", "{}")).isPresent();
    }

    @Test
    void damagedRecordsCountTowardsTheLimit() {
        Writer lost = overtaken();
        for (int i = 0; i < Orphans.COUNT_MAX; i++) {
            documents.put(
                    new DocumentKey(
                            Shelf.ORPHANS.recordsFolder(NETWORK) + "damaged-" + i + ".json"),
                    null,
                    bytes("{"));
        }

        assertThat(late(lost, "two").orphan()).isNull();
    }
}
