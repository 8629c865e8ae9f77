package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A simulation runs the notices itself, and must get them in the same order every time. */
final class NoticesTest {
    private final List<Runnable> notices = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final MemoryLockStore store = new MemoryLockStore(new ManualClock(), notices::add);

    @Test
    void enginesAreToldInTheOrderOfTheirIds() {
        var ids = List.of("d", "a", "c", "b", "f", "e");
        ids.forEach(id -> store.listen(new EngineId(id), root -> heard.add(id)));
        var engines = ids.stream().map(EngineId::new).toArray(EngineId[]::new);

        store.commit(List.of(Drafts.commit().tell(engines).draft()));
        notices.forEach(Runnable::run);

        assertThat(heard).containsExactly("a", "b", "c", "d", "e", "f");
    }

    @Test
    void aNoticeOnItsWayToAListenerThatWasClosedIsDropped() {
        var listening = store.listen(new EngineId("a"), root -> heard.add("a"));
        store.commit(List.of(Drafts.commit().tell(new EngineId("a")).draft()));

        listening.close();
        notices.forEach(Runnable::run);

        assertThat(heard).isEmpty();
    }

    @Test
    void closingTheStoreEndsAllListening() {
        store.listen(new EngineId("a"), root -> heard.add("a"));

        store.close();
        store.commit(List.of(Drafts.commit().tell(new EngineId("a")).draft()));

        assertThat(notices).isEmpty();
    }
}
