package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A state that was pulled, changed and pushed replaces only what it was made of. */
final class PulledStateTest {
    private final Scene scene = new Scene(new MemoryDocumentStore());

    private StateChanged push(byte[] body) throws IOException {
        Hold hold = scene.hold(SHOP.text());
        try {
            return new StateChanges(scene.states)
                    .make(
                            SHOP,
                            hold,
                            new StateChange.Push(
                                    new ByteArrayInputStream(body),
                                    Map.of(),
                                    null,
                                    StateChange.WhenOdd.REFUSE,
                                    null));
        } finally {
            scene.release(Writer.of(hold), SHOP);
        }
    }

    @Test
    void deploymentsThatOthersSavedSinceAreNotLost() throws IOException {
        scene.deploy(SHOP, shop("api", "ready"));
        byte[] pulled = scene.states.load(SHOP).orElseThrow().body();
        scene.clock.advance(Duration.ofMinutes(5));
        scene.deploy(
                SHOP,
                bytes(
                        new String(pulled, StandardCharsets.UTF_8)
                                .replace(
                                        "\"deployment_history\": []",
                                        "\"deployment_history\": [{\"deployment_id\": \"bob1\"}]")));
        assertThat(scene.text(SHOP)).contains("bob1");
        scene.clock.advance(Duration.ofMinutes(5));
        assertThatThrownBy(() -> push(pulled))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("nothing was changed");
        assertThat(scene.text(SHOP)).contains("bob1");
    }

    @Test
    void whatWasPulledAndChangedIsSavedIfNobodyElseSaved() throws IOException {
        scene.deploy(SHOP, shop("api", "ready"));
        scene.clock.advance(Duration.ofMinutes(5));
        assertThat(push(bytes(scene.text(SHOP).replace("ready", "gone"))))
                .isInstanceOf(StateChanged.Done.class);
        assertThat(scene.text(SHOP)).contains("gone");
    }
}
