package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.StoreTime;
import holdfast.store.Document;
import holdfast.store.memory.MemoryDocumentStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people read in {@code state.json.lock}. */
final class LockFileTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);
    private final LockFile file = new LockFile(documents);

    @BeforeEach
    void aState() {
        scene.deploy(SHOP, Scene.shop("api", "one"));
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private StoreTime now() {
        return StoreTime.of(Instant.ofEpochSecond(0, scene.clock.getAsLong()));
    }

    private LockFile.Shown show(Hold... live) {
        return file.show(SHOP, List.of(live), now());
    }

    private Optional<Map<String, @Nullable Object>> shown() {
        return documents.get(LockFile.key(SHOP)).map(Document::body).map(JsonTree::object);
    }

    @Test
    void itSaysWhoHoldsWhatAndUntilWhen() {
        Hold hold = scene.hold("shop/production//web");

        assertThat(show(hold)).isEqualTo(LockFile.Shown.CHANGED);

        assertThat(shown().orElseThrow())
                .containsEntry("locked", true)
                .containsEntry("lock_id", hold.id().text())
                .containsEntry("locked_by", hold.owner().name())
                .containsEntry("locked_at", hold.acquiredAt().instant().toString())
                .containsEntry("expires_at", hold.until().instant().toString())
                .containsEntry("resource", "shop/production//web")
                .containsEntry("mode", "exclusive")
                .containsEntry("reason", "deploy")
                .containsEntry("as_of", now().toString());
        assertThat(show()).isEqualTo(LockFile.Shown.CHANGED);
        assertThat(shown()).isEmpty();
    }

    @Test
    void whoHoldsAnotherPartStandsBesideIt() {
        Hold web = scene.hold("shop/production//web");
        Hold db = scene.hold("shop/production//db");

        show(db, web);

        assertThat(shown().orElseThrow()).containsEntry("lock_id", web.id().text());
        assertThat(shown().orElseThrow().get("others")).asString().contains(db.id().text());
        show(db);
        assertThat(shown().orElseThrow())
                .containsEntry("lock_id", db.id().text())
                .doesNotContainKey("others");
    }

    @Test
    void itIsWrittenAgainOnlyWhenItSaysSomethingElseOrItsEndIsNear() {
        Hold hold = scene.hold("shop/production");
        show(hold);

        scene.clock.advance(Duration.ofSeconds(20));
        Hold renewed = hold.renewed(Scene.LEASE, now());
        assertThat(show(renewed)).isEqualTo(LockFile.Shown.AS_IT_WAS);

        scene.clock.advance(Duration.ofSeconds(20));
        Hold again = renewed.renewed(Scene.LEASE, now());
        assertThat(show(again)).isEqualTo(LockFile.Shown.CHANGED);
        assertThat(shown().orElseThrow())
                .containsEntry("expires_at", again.until().instant().toString());
    }

    @Test
    void whatSomebodyWroteIntoItIsReplaced() {
        Hold hold = scene.hold("shop/production");
        for (String text : List.of("", "nonsense", "{}", "{\"others\":[3]}")) {
            show();
            documents.put(LockFile.key(SHOP), null, Scene.bytes(text));

            assertThat(show(hold)).isEqualTo(LockFile.Shown.CHANGED);

            assertThat(shown().orElseThrow()).containsEntry("lock_id", hold.id().text());
        }
    }

    @Test
    void whereThereIsNoStateNothingIsShown() {
        Hold hold = scene.hold(NETWORK.text());

        assertThat(file.show(NETWORK, List.of(hold), now())).isEqualTo(LockFile.Shown.NO_STATE);

        assertThat(documents.get(LockFile.key(NETWORK))).isEmpty();
        scene.states.stamp(NETWORK, Writer.of(hold));
        assertThat(file.show(NETWORK, List.of(hold), now())).isEqualTo(LockFile.Shown.CHANGED);
    }
}
