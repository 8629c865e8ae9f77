package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.StoreTime;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The clock of the locks' store says how old a version is; that of a host never shortens its time. */
final class ClocksTest {
    private static final Duration YEAR = Duration.ofDays(365);

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @AfterEach
    void end() {
        scene.close();
    }

    /** Of a host whose clock is a year behind. */
    private States behind(DocumentStore on) {
        return new States(
                on,
                StateSettings.DEFAULT,
                () -> Instant.ofEpochSecond(0, scene.clock.getAsLong()).minus(YEAR));
    }

    private void saveBy(States states, String body) {
        Writer writer = scene.lock(NETWORK.text());
        saved(
                states.save(
                        NETWORK,
                        SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                        bytes(body)));
        scene.release(writer, NETWORK);
    }

    @Test
    void aVersionThatAHostWithALateClockReplacedIsKeptForTheRetention() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(85));
        saveBy(behind(documents), "{\"serial\":2}");
        scene.clock.advance(Duration.ofDays(6));

        scene.states.sweep(NETWORK);

        assertThat(scene.states.read(first)).isEqualTo(bytes("{\"serial\":1}"));
    }

    @Test
    void whatAHostWithALateClockSavesIsNotSweptUnderItsHands() {
        var store = new InterposedStore(documents);
        store.beforePut(Pointers.key(NETWORK), () -> scene.states.sweep(NETWORK));

        saveBy(behind(store), "{\"serial\":1}");

        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");
    }

    @Test
    void aStateThatAHostWithALateClockRemovedIsKeptForTheRetention() {
        StateVersion only = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.clock.advance(Duration.ofDays(100));
        Writer writer = scene.lock(NETWORK.text());
        saved(behind(documents).remove(NETWORK, writer));
        scene.release(writer, NETWORK);
        scene.clock.advance(Duration.ofDays(1));

        scene.states.sweep(NETWORK);

        assertThat(scene.states.read(only)).isEqualTo(bytes("{\"serial\":1}"));
    }

    @Test
    void anOrphanThatAHostWithALateClockKeptStaysForTheRetention() throws IOException {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        var note = new OrphanNote("a run", "alice", "its lock was lost");

        behind(documents)
                .keepOrphan(NETWORK, note, new ByteArrayInputStream(bytes("{\"serial\":2}")));
        scene.clock.advance(Duration.ofDays(1));
        scene.states.sweep(NETWORK);

        assertThat(scene.states.orphans(NETWORK)).hasSize(1);
    }

    @Test
    void whatIsSavedAfterARemovalComesBehindItAlsoIfTheClockWentBack() {
        States ahead =
                new States(
                        documents,
                        StateSettings.DEFAULT,
                        () -> Instant.ofEpochSecond(0, scene.clock.getAsLong()).plus(YEAR));
        saveBy(ahead, "{\"serial\":1}");
        Writer writer = scene.lock(NETWORK.text());
        StateVersion removed = saved(ahead.remove(NETWORK, writer));
        scene.release(writer, NETWORK);

        StateVersion next = scene.deploy(NETWORK, bytes("{\"serial\":2}"));

        assertThat(next.id()).isGreaterThan(removed.id());
        assertThat(next.at()).isAfter(scene.states.pointer(NETWORK).removed());
        assertThat(new PointerCopy(documents).read(NETWORK))
                .contains(scene.states.pointer(NETWORK));
    }

    @Test
    void theTimeIsTheStoresAndOfThisHostOnlyWhatPassed() {
        var nanos = new AtomicLong(7);
        var asked = new AtomicLong();
        var clock =
                new StoreClock(
                        () -> {
                            asked.incrementAndGet();
                            return StoreTime.of(Instant.parse("2030-01-01T00:00:00Z"));
                        },
                        nanos::get);

        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:00Z");
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:05Z");
        assertThat(asked).hasValue(1);
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(asked).hasValue(2);
    }

    @Test
    void whileTheStoreIsAwayTheTimeGoesOnAndBeforeItWasAskedThereIsNone() {
        var nanos = new AtomicLong();
        var away = new AtomicLong(1);
        var clock =
                new StoreClock(
                        () -> {
                            if (away.get() > 0) {
                                throw new StoreException.Unavailable("away", null);
                            }
                            return StoreTime.of(Instant.parse("2030-01-01T00:00:00Z"));
                        },
                        nanos::get);

        assertThatThrownBy(clock::instant).isInstanceOf(StoreException.Unavailable.class);
        away.set(0);
        assertThat(clock.instant()).isEqualTo("2030-01-01T00:00:00Z");
        away.set(1);
        nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        assertThat(clock.instant()).isEqualTo("2030-01-01T00:02:00Z");
    }
}
