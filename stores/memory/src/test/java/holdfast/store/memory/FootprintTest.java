package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Resource;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.ManualClock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a hold and a waiter cost in memory, all that they bring with them included, when each has ids of its own. */
final class FootprintTest {
    private static final int COUNT = 100_000;
    private static final int HOLD_BYTES_MAX = 1_000;
    private static final int WAITER_BYTES_MAX = 500;

    private final LockStore store = new MemoryLockStore(new ManualClock());

    @Test
    void aHoldOnARootOfItsOwnTakesLessThanAKilobyte() {
        long before = usedBytes();
        for (int i = 0; i < COUNT; i++) {
            hold("team-" + i + "/production");
        }

        long each = (usedBytes() - before) / COUNT;

        assertThat(each).isLessThanOrEqualTo(HOLD_BYTES_MAX);
        assertThat(store.holds(null, COUNT).holds()).hasSize(COUNT);
    }

    @Test
    void aWaiterTakesLessThanHalfAKilobyte() {
        int queueLength = 1_000;
        long before = usedBytes();
        for (int i = 0; i < COUNT; i++) {
            join("team-" + i / queueLength + "/production");
        }

        long each = (usedBytes() - before) / COUNT;

        assertThat(each).isLessThanOrEqualTo(WAITER_BYTES_MAX);
        assertThat(store.waitingRoots(null, COUNT)).hasSize(COUNT / queueLength);
    }

    private void hold(String root) {
        var draft = Drafts.hold(UUID.randomUUID().toString()).on(root).draft();
        commit(draft.resource(), new Change.Grant(draft));
    }

    private void join(String root) {
        var draft = Drafts.waiter(UUID.randomUUID().toString()).on(root).draft();
        commit(draft.claim().resource(), new Change.Join(draft));
    }

    private void commit(Resource resource, Change change) {
        store.commit(List.of(Drafts.commit(change).to(resource.root()).draft()));
    }

    private static long usedBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
