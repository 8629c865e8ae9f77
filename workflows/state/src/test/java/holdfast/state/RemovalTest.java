package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A state is removed by who may change all of it. */
final class RemovalTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @Test
    void aLockOnOnePartDoesNotRemoveTheWholeState() {
        scene.deploy(
                SHOP,
                bytes(
                        """
                        {"format_version": "deployer-state-v1",
                         "resources": {"api": {"status": "a"}, "web": {"status": "b"}}}
                        """));
        scene.states.stamp(SHOP, scene.lock(SHOP.text() + "//web"));
        Hold api = scene.hold(SHOP.text() + "//api");
        assertThatThrownBy(() ->
                        new StateChanges(scene.states).make(SHOP, api, new StateChange.Remove()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("covers only 'api'")
                .hasMessageContaining("a lock on all of it");
        assertThat(scene.text(SHOP)).contains("api", "web");
    }

    @Test
    void aStateJsonThatARemovalLeftBehindIsClearedAwayWhileItIsKnown() {
        scene.deploy(SHOP, shop("api", "x"));
        DocumentKey key = CurrentCopy.key(SHOP);
        byte[] left = documents.get(key).orElseThrow().body();
        Writer writer = scene.lock(SHOP.text());
        scene.states.remove(SHOP, writer);
        scene.release(writer, SHOP);
        documents.put(key, null, left);
        assertThat(scene.states.load(SHOP)).isEmpty();
        scene.clock.advance(Duration.ofDays(91));
        scene.states.sweep(SHOP);
        assertThat(scene.states.load(SHOP)).isEmpty();
        assertThat(documents.get(key)).isEmpty();
    }
}
