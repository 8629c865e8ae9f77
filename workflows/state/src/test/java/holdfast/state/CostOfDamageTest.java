package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import org.junit.jupiter.api.Test;

/** To say what is damaged costs no look at all that was ever saved. */
final class CostOfDamageTest {
    private static final int VERSIONS = 60;
    private static final int READS_MAX = 12;

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @Test
    void howeverLongTheHistoryOnlyTheLastGoodVersionIsLookedFor() {
        StateVersion last = scene.deployNetwork(1, "first");
        StateVersion before = last;
        for (int i = 2; i <= VERSIONS; i++) {
            before = last;
            last = scene.deployNetwork(i, "later");
        }
        scene.overwrite(new DocumentKey(last.body().key()), bytes("{damaged}"));
        var store = new InterposedStore(documents);
        States states = scene.states(store, StateSettings.DEFAULT);
        assertThatThrownBy(() -> states.load(NETWORK))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("--to " + before.id());
        assertThat(store.reads()).isLessThan(READS_MAX);
    }
}
