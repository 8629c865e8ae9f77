package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.network;
import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.Document;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A restore writes the lost pointer and what it restores at once: nobody ever sees anything in between. */
final class LostPointerTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    private RestorePoint goodAndThenASaveThatDied() {
        StateVersion good = scene.deployNetwork(1, "good");
        Writer dead = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, dead);
        States dying =
                scene.states(new InterposedStore(documents).dyingAfter(2), StateSettings.DEFAULT);
        var request = SaveRequest.of(dead, new SaveRequest.Base.Anything());
        assertThatThrownBy(() -> dying.save(NETWORK, request, network(2, "never current")))
                .isInstanceOf(StoreException.class);
        scene.letLeasesLapse();
        scene.lose(PointerCopy.key(NETWORK));
        scene.lose(Pointers.key(NETWORK));
        return new RestorePoint.OfVersion(good.id());
    }

    @Test
    void aRestoreThatDiesMakesNoSaveCurrentThatDied() {
        RestorePoint good = goodAndThenASaveThatDied();
        Writer writer = scene.lock(NETWORK.text());
        for (int puts = 0; puts < 3; puts++) {
            States half =
                    scene.states(
                            new InterposedStore(documents).dyingAfter(puts), StateSettings.DEFAULT);
            assertThatThrownBy(() -> half.restore(NETWORK, writer, good))
                    .isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> scene.states.load(NETWORK))
                    .isInstanceOf(StoreException.Corrupted.class);
        }
    }

    @Test
    void aSaveThatDiedIsNotInTheHistoryAfterARestoreWithoutAPointer() {
        RestorePoint good = goodAndThenASaveThatDied();
        saved(scene.states.restore(NETWORK, scene.lock(NETWORK.text()), good));
        assertThat(scene.text(NETWORK)).contains("good");
        assertThat(scene.states.history(NETWORK, 10)).hasSize(2);
    }

    @Test
    void versionsThatWereCurrentStayInTheHistoryAfterARestoreWithoutAPointer() {
        StateVersion one = scene.deployNetwork(1, "one");
        StateVersion two = scene.deployNetwork(2, "two");
        scene.deployNetwork(3, "three");
        scene.lose(PointerCopy.key(NETWORK));
        scene.lose(Pointers.key(NETWORK));
        Writer writer = scene.lock(NETWORK.text());
        StateVersion again =
                saved(scene.states.restore(NETWORK, writer, new RestorePoint.OfVersion(one.id())));
        assertThat(again.number()).isEqualTo(4);
        assertThat(scene.states.history(NETWORK, 10)).contains(again, two, one);
    }

    @Test
    void whoIsSlowerThanAnotherRestoreOfALostPointerIsRefusedOrComesAfterIt() {
        StateVersion one = scene.deployNetwork(1, "one");
        scene.deployNetwork(2, "two");
        scene.lose(Pointers.key(NETWORK));
        Writer slow = scene.lock(NETWORK.text());
        scene.letLeasesLapse();
        var point = new RestorePoint.OfVersion(one.id());
        var store =
                new InterposedStore(documents)
                        .beforePut(
                                Pointers.key(NETWORK),
                                () ->
                                        saved(
                                                scene.states.restore(
                                                        NETWORK,
                                                        scene.lock(NETWORK.text()),
                                                        point)));
        assertThat(scene.states(store, StateSettings.DEFAULT).restore(NETWORK, slow, point))
                .isInstanceOf(SaveOutcome.Fenced.class);
        assertThat(scene.states.history(NETWORK, 10)).hasSize(3);
    }

    @Test
    void noSerialIsUsedTwiceThoughTheCopyLags() {
        scene.deployNetwork(1, "one");
        StateVersion two = scene.deployNetwork(2, "two");
        Document copy = documents.get(PointerCopy.key(NETWORK)).orElseThrow();
        scene.clock.advance(Duration.ofSeconds(1));
        scene.deployNetwork(3, "three");
        scene.overwrite(copy.key(), copy.body());
        scene.lose(Pointers.key(NETWORK));
        Writer writer = scene.lock(NETWORK.text());
        StateVersion restored =
                saved(scene.states.restore(NETWORK, writer, new RestorePoint.OfVersion(two.id())));
        assertThat(restored.facts()).containsEntry("serial", "4");
    }
}
