package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever did not hear that its push was saved sends it again. */
final class RepeatedPushTest {
    private final Scene scene = new Scene(new MemoryDocumentStore());
    private final StateVersion first = scene.deploy(SHOP, shop("api", "one"));

    @AfterEach
    void end() {
        scene.close();
    }

    private StateChanged push(Hold hold, byte[] body, @Nullable String base) throws IOException {
        // A state says when it was saved, to the second.
        scene.clock.advance(Duration.ofSeconds(2));
        return new StateChanges(scene.states)
                .make(
                        SHOP,
                        hold,
                        new StateChange.Push(
                                new ByteArrayInputStream(body),
                                Map.of(),
                                base,
                                StateChange.WhenOdd.REFUSE,
                                null));
    }

    private void assertSavedOnce(String resource, byte[] body, @Nullable String base)
            throws IOException {
        Hold hold = scene.hold(resource);

        StateChanged saved = push(hold, body, base);

        assertThat(saved).isInstanceOf(StateChanged.Done.class);
        assertThat(push(hold, body, base))
                .isEqualTo(new StateChanged.Unchanged(((StateChanged.Done) saved).version()));
        assertThat(scene.states.history(SHOP, 10)).hasSize(2);
        assertThat(scene.states.orphans(SHOP)).isEmpty();
    }

    private byte[] pulledAndChanged() {
        return bytes(scene.text(SHOP).replace("one", "two"));
    }

    @Test
    void whatWasPulledBeforeIsSavedOnce() throws IOException {
        assertSavedOnce(SHOP.text(), pulledAndChanged(), null);
    }

    @Test
    void whatNamesTheVersionItWasMadeOfIsSavedOnce() throws IOException {
        assertSavedOnce(SHOP.text(), pulledAndChanged(), first.id());
    }

    @Test
    void whatWasNeverPulledIsSavedOnce() throws IOException {
        assertSavedOnce(SHOP.text(), shop("api", "two"), null);
    }

    @Test
    void aPartIsSavedOnce() throws IOException {
        assertSavedOnce(SHOP.text() + "//api", pulledAndChanged(), null);
    }

    /** Two parts, of which the other is saved between this push and its repetition. */
    private void assertSavedOnceBesideAnother(boolean namesItsBase) throws IOException {
        String base = namesItsBase ? first.id() : null;
        Hold api = scene.hold(SHOP.text() + "//api");
        Hold db = scene.hold(SHOP.text() + "//db");
        byte[] body = pulledAndChanged();
        StateVersion saved = ((StateChanged.Done) push(api, body, base)).version();
        assertThat(push(db, bytes(withDb()), null)).isInstanceOf(StateChanged.Done.class);

        assertThat(push(api, body, base)).isEqualTo(new StateChanged.Unchanged(saved));

        assertThat(scene.states.history(SHOP, 10)).hasSize(3);
        assertThat(scene.text(SHOP)).contains("two").contains("DB");
    }

    private String withDb() {
        return scene.text(SHOP)
                .replace("\"resources\": {", "\"resources\": {\"db\": {\"kind\": \"DB\"},");
    }

    @Test
    void aPartIsSavedOnceAlsoIfAnotherPartWasSavedBeforeItIsSentAgain() throws IOException {
        assertSavedOnceBesideAnother(false);
    }

    @Test
    void aPartThatNamesWhatItWasMadeOfIsSavedOnceAlsoIfAnotherPartWasSavedMeanwhile()
            throws IOException {
        assertSavedOnceBesideAnother(true);
    }

    @Test
    void aPartThatWasPulledBeforeAnotherPartWasSavedIsSavedBesideIt() throws IOException {
        byte[] pulled = pulledAndChanged();
        assertThat(push(scene.hold(SHOP.text() + "//db"), bytes(withDb()), null))
                .isInstanceOf(StateChanged.Done.class);

        assertThat(push(scene.hold(SHOP.text() + "//api"), pulled, null))
                .isInstanceOf(StateChanged.Done.class);

        assertThat(scene.text(SHOP)).contains("two").contains("DB");
    }

    @Test
    void aPartMayTellOfItselfAlone() throws IOException {
        push(scene.hold(SHOP.text() + "//db"), bytes(withDb()), null);

        push(scene.hold(SHOP.text() + "//api"), shop("api", "alone"), null);

        assertThat(scene.text(SHOP)).contains("alone").contains("DB");
        assertThatThrownBy(() -> push(scene.hold(SHOP.text() + "//q"), shop("api", "other"), null))
                .hasMessageContaining("'api' does not belong to 'q'");
        byte[] withoutDb = bytes(scene.text(SHOP).replace("\"db\"", "\"web/db\""));
        assertThatThrownBy(() -> push(scene.hold(SHOP.text() + "//web"), withoutDb, null))
                .hasMessageContaining("'db' does not belong to 'web'");
    }

    @Test
    void whatWasPushedBeforeAndReplacedUnderTheSameLockIsNoRepetition() throws IOException {
        Hold hold = scene.hold(SHOP.text() + "//api");
        push(hold, shop("api", "two"), null);
        push(hold, shop("api", "three"), null);

        assertThat(push(hold, shop("api", "two"), null)).isInstanceOf(StateChanged.Done.class);

        assertThat(scene.text(SHOP)).contains("two");
    }

    @Test
    void anotherChangeUnderTheSameLockIsNoRepetition() throws IOException {
        Hold hold = scene.hold(SHOP.text());
        byte[] older = bytes(scene.text(SHOP).replace("one", "three"));
        push(hold, pulledAndChanged(), null);

        assertThatThrownBy(() -> push(hold, older, null))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("by its checksums");
        assertThat(push(hold, shop("api", "four"), null)).isInstanceOf(StateChanged.Done.class);
        assertThat(scene.text(SHOP)).contains("four");
    }

    @Test
    void whatWasDamagedSinceIsSavedAnew() throws IOException {
        Hold hold = scene.hold(SHOP.text());
        var saved = (StateChanged.Done) push(hold, shop("api", "two"), null);
        var key = new DocumentKey(saved.version().body().key());
        Document body = scene.documents.get(key).orElseThrow();
        scene.documents.put(key, body.version(), bytes("{}"));

        assertThat(push(hold, shop("api", "two"), null)).isInstanceOf(StateChanged.Done.class);
    }
}
