package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.network;
import static holdfast.state.Scene.saved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.Document;
import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the pointer's copy says is what was told to be saved. */
final class PointerCopyTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    private Pointer copy() {
        return new PointerCopy(documents).read(NETWORK).orElseThrow();
    }

    @Test
    void theCopyFollowsASaveWhoseAnswerWasLost() {
        scene.deployNetwork(1, "one");
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var store = new InterposedStore(documents).losingTheAnswerTo(Pointers.key(NETWORK));
        var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        StateVersion two =
                saved(
                        scene.states(store, StateSettings.DEFAULT)
                                .save(NETWORK, request, network(2, "two")));
        assertThat(copy().last()).isEqualTo(two.id());
    }

    @Test
    void theCopyFollowsASaveThatIsAskedForAgainAfterACrash() {
        scene.deployNetwork(1, "one");
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        dieBeforeTheCopy(request);
        assertThat(scene.states.save(NETWORK, request, network(2, "two")))
                .isInstanceOf(SaveOutcome.Unchanged.class);
        scene.lose(Pointers.key(NETWORK));
        scene.letLeasesLapse();
        Writer other = scene.lock(NETWORK.text());
        saved(scene.states.restore(NETWORK, other, new RestorePoint.AtTime(scene.now())));
        assertThat(scene.text(NETWORK)).contains("two");
    }

    /** The failure to write the copy is none of the save: body, record and pointer are there. */
    private void dieBeforeTheCopy(SaveRequest request) {
        var dying = new InterposedStore(documents).dyingAfter(3);
        saved(scene.states(dying, StateSettings.DEFAULT).save(NETWORK, request, network(2, "two")));
        assertThat(copy().number()).isEqualTo(1);
    }

    @Test
    void theNextWhoLocksBringsTheCopyUpToDate() {
        scene.deployNetwork(1, "one");
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        dieBeforeTheCopy(SaveRequest.of(writer, new SaveRequest.Base.Anything()));
        scene.release(writer, NETWORK);
        scene.states.stamp(NETWORK, scene.lock(NETWORK.text()));
        assertThat(copy().number()).isEqualTo(2);
    }

    @Test
    void theCopyFollowsARemovalWhoseAnswerWasLost() {
        scene.deployNetwork(1, "one");
        Writer writer = scene.lock(NETWORK.text());
        var store = new InterposedStore(documents).losingTheAnswerTo(Pointers.key(NETWORK));
        saved(scene.states(store, StateSettings.DEFAULT).remove(NETWORK, writer));
        assertThat(copy().current()).isNull();
    }

    @Test
    void noCopyIsWrittenBeforeThereIsAVersion() {
        scene.states.stamp(NETWORK, scene.lock(NETWORK.text()));
        assertThat(documents.get(PointerCopy.key(NETWORK))).isEmpty();
    }

    @Test
    void aVersionThatSharesTheNumberOfTheOneThatReplacedItIsKeptForTheRetention() {
        StateVersion two = scene.deployNetwork(2, "two");
        Document copy = documents.get(PointerCopy.key(NETWORK)).orElseThrow();
        scene.clock.advance(Duration.ofSeconds(1));
        StateVersion three = scene.deployNetwork(3, "three");
        scene.clock.advance(Duration.ofDays(100));
        scene.overwrite(copy.key(), copy.body());
        scene.lose(Pointers.key(NETWORK));
        Writer writer = scene.lock(NETWORK.text());
        StateVersion restored =
                saved(scene.states.restore(NETWORK, writer, new RestorePoint.OfVersion(two.id())));
        assertThat(restored.number()).isEqualTo(three.number());
        scene.states.sweep(NETWORK);
        assertThat(scene.states.version(NETWORK, three.id())).isEqualTo(three);
        scene.clock.advance(Duration.ofDays(100));
        scene.states.sweep(NETWORK);
        assertThatThrownBy(() -> scene.states.version(NETWORK, three.id()))
                .hasMessageContaining("there is no version");
    }
}
