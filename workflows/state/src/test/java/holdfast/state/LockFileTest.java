package holdfast.state;

import static holdfast.state.Scene.SHOP;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.store.Document;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people see in {@code state.json.lock}. */
final class LockFileTest {
    private final ManualClock clock = new ManualClock();
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final MemoryLockStore lockStore = new MemoryLockStore(clock);
    private final Holdfast locks = Holdfast.on(lockStore);
    private final LockFile file = new LockFile(documents);

    @AfterEach
    void end() {
        locks.close();
        lockStore.close();
        documents.close();
    }

    private Hold hold(String resource) throws InterruptedException {
        AcquireOutcome outcome =
                locks.lock(resource)
                        .lease(Duration.ofMinutes(1))
                        .reason("deploy")
                        .acquireDetached();
        assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    private Optional<String> shown() {
        return documents
                .get(LockFile.key(SHOP))
                .map(Document::body)
                .map(body -> new String(body, StandardCharsets.UTF_8));
    }

    @Test
    void itSaysWhoHoldsWhatAndUntilWhen() throws InterruptedException {
        Hold hold = hold("shop/production//web");

        file.show(SHOP, hold);

        assertThat(JsonTree.object(documents.get(LockFile.key(SHOP)).orElseThrow().body()))
                .containsEntry("locked", true)
                .containsEntry("lock_id", hold.id().text())
                .containsEntry("locked_by", hold.owner().name())
                .containsEntry("locked_at", hold.acquiredAt().instant().toString())
                .containsEntry("expires_at", hold.until().instant().toString())
                .containsEntry("resource", "shop/production//web")
                .containsEntry("reason", "deploy");
        file.hide(SHOP, hold);
        assertThat(shown()).isEmpty();
    }

    @Test
    void whileAStateIsChangedItShowsByWhom() throws InterruptedException, IOException {
        Hold hold = hold("shop/production");
        var seen = new ArrayList<String>();
        var store =
                new InterposedStore(documents)
                        .beforePut(Pointers.key(SHOP), () -> seen.add(shown().orElse("nothing")));
        var states = new States(store, StateSettings.DEFAULT, InstantSource.system());

        new StateChanges(states)
                .make(
                        SHOP,
                        hold,
                        new StateChange.Push(
                                new ByteArrayInputStream(Scene.shop("api", "one")),
                                Map.of(),
                                null,
                                StateChange.WhenOdd.REFUSE,
                                null));

        assertThat(seen).singleElement().asString().contains(hold.id().text());
        assertThat(shown()).isEmpty();
    }

    @Test
    void twoComponentsAreShownSideBySideAndTheEndOfOneDoesNotHideTheOther()
            throws InterruptedException {
        Hold web = hold("shop/production//web");
        Hold db = hold("shop/production//db");
        file.show(SHOP, web);
        file.show(SHOP, db);
        assertThat(shown().orElseThrow()).contains(web.id().text()).contains(db.id().text());

        file.hide(SHOP, web);
        assertThat(shown().orElseThrow()).contains(db.id().text()).doesNotContain(web.id().text());

        file.show(SHOP, web);
        file.hide(SHOP, db);
        assertThat(shown().orElseThrow()).contains(web.id().text()).doesNotContain(db.id().text());
    }

    @Test
    void whoCannotHoldAnythingAnyMoreIsNotShown() throws InterruptedException {
        Hold web = hold("shop/production//web");
        Hold db = hold("shop/production//db");
        file.show(SHOP, web);
        file.show(SHOP, db);
        locks.engine().release(SHOP.root(), new LockId(web.id().text()), null);

        Hold again = hold("shop/production//web/api");
        file.show(SHOP, again);
        assertThat(shown().orElseThrow())
                .contains(again.id().text())
                .contains(db.id().text())
                .doesNotContain(web.id().text());

        clock.advance(Duration.ofMinutes(2));
        Hold other = hold("shop/production//queue");
        file.show(SHOP, other);
        assertThat(shown().orElseThrow())
                .contains(other.id().text())
                .doesNotContain(db.id().text());
    }
}
