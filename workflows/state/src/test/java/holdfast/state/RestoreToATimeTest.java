package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What was current then comes back, and nothing that only looks like it. */
final class RestoreToATimeTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    private void restoreTo(Instant time) {
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(time)));
        scene.release(writer, NETWORK);
    }

    @Test
    void aBackupByAHostWhoseClockIsAheadIsNotTakenForWhatWasCurrentLater() {
        scene.deployNetwork(1, "one");
        var ahead =
                new States(
                        documents,
                        StateSettings.DEFAULT,
                        () -> scene.now().plus(Duration.ofHours(1)));
        ahead.backup(NETWORK, "alice");
        scene.clock.advance(Duration.ofMinutes(30));
        scene.deployNetwork(2, "two");
        scene.clock.advance(Duration.ofMinutes(60));
        restoreTo(scene.now());
        assertThat(scene.text(NETWORK)).contains("two");
    }

    @Test
    void aBackupThatWasMadeWhileAnotherSavedIsNotTakenForWhatWasCurrentAfterIt() {
        scene.deployNetwork(1, "one");
        scene.clock.advance(Duration.ofMinutes(1));
        var store = new InterposedStore(documents);
        store.afterGet(
                Pointers.key(NETWORK),
                () -> {
                    scene.deployNetwork(2, "two");
                    scene.clock.advance(Duration.ofSeconds(1));
                });
        scene.states(store, StateSettings.DEFAULT).backup(NETWORK, "alice");
        scene.clock.advance(Duration.ofMinutes(60));
        restoreTo(scene.now());
        assertThat(scene.text(NETWORK)).contains("two");
    }

    @Test
    void aBackupStandsForItsVersionWhereTheRecordOfThatIsGone() {
        StateVersion one = scene.deployNetwork(1, "one");
        scene.clock.advance(Duration.ofMinutes(1));
        scene.states.backup(NETWORK, "alice");
        Instant then = scene.now();
        scene.clock.advance(Duration.ofMinutes(1));
        scene.deployNetwork(2, "two");
        scene.lose(new DocumentKey(Shelf.HISTORY.recordsFolder(NETWORK) + one.id() + ".json"));
        restoreTo(then);
        assertThat(scene.text(NETWORK)).contains("one");
    }

    @Test
    void aBackupStandsForItsVersionWhereTheBodyOfThatIsDamaged() {
        StateVersion one = scene.deployNetwork(1, "one");
        scene.states.backup(NETWORK, "alice");
        scene.clock.advance(Duration.ofMinutes(1));
        Instant then = scene.now();
        scene.clock.advance(Duration.ofMinutes(1));
        scene.deployNetwork(2, "two");
        scene.overwrite(new DocumentKey(one.body().key()), bytes("{damaged}"));
        restoreTo(then);
        assertThat(scene.text(NETWORK)).contains("one");
    }

    @Test
    void whereNobodyKnowsWhetherTheLatestWasCurrentThenThePersonIsAsked() {
        StateVersion two = scene.deployNetwork(2, "two");
        Document copy = documents.get(PointerCopy.key(NETWORK)).orElseThrow();
        scene.clock.advance(Duration.ofSeconds(1));
        StateVersion three = scene.deployNetwork(3, "three");
        scene.overwrite(copy.key(), copy.body());
        scene.lose(Pointers.key(NETWORK));
        Writer writer = scene.lock(NETWORK.text());
        assertThatThrownBy(() ->
                        scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(scene.now())))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("--to " + two.id())
                .hasMessageContaining("--to " + three.id());
        // Before the one that is in doubt there is no doubt.
        saved(scene.states.restore(NETWORK, writer, new RestorePoint.AtTime(two.at())));
        assertThat(scene.text(NETWORK)).contains("two");
    }
}
