package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who asks again did not hear that it was done. */
final class RepeatedRestoreTest {
    private final Scene scene = new Scene(new MemoryDocumentStore());
    private final StateChanges changes = new StateChanges(scene.states);

    @Test
    void whatWasRestoredAndIsDamagedByNowIsRestoredAgain() throws IOException {
        StateVersion one = scene.deployNetwork(1, "one");
        scene.deployNetwork(2, "two");
        Hold hold = scene.hold(NETWORK.text());
        var wish = new StateChange.Restore(new RestorePoint.OfVersion(one.id()));
        changes.make(NETWORK, hold, wish);
        StateVersion now = scene.states.check(NETWORK).orElseThrow();
        scene.overwrite(new DocumentKey(now.body().key()), bytes("{damaged}"));
        changes.make(NETWORK, hold, wish);
        assertThat(scene.text(NETWORK)).contains("one");
    }

    @Test
    void underOneLockAStateIsRestoredToATimeOnce() throws IOException {
        scene.deployNetwork(1, "one");
        scene.clock.advance(Duration.ofSeconds(1));
        var wish = new StateChange.Restore(new RestorePoint.AtTime(scene.now()));
        scene.clock.advance(Duration.ofSeconds(1));
        scene.deployNetwork(2, "two");
        Hold hold = scene.hold(NETWORK.text());
        assertThat(changes.make(NETWORK, hold, wish)).isInstanceOf(StateChanged.Done.class);
        assertThat(changes.make(NETWORK, hold, wish)).isInstanceOf(StateChanged.Unchanged.class);
        assertThat(scene.states.history(NETWORK, 10)).hasSize(3);
    }
}
