package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.ManualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A store in memory must give back what it need not remember, or it would grow for ever. */
final class ForgettingTest {
    private final ManualClock clock = new ManualClock();
    private final LockStore store = new MemoryLockStore(clock);

    private void commit(String root, Change... changes) {
        store.commit(List.of(Drafts.commit(changes).to(new Root(root)).draft()));
    }

    private void holdAndRelease(String root) {
        commit(root, Drafts.hold("alice").on(root).grant());
        var hold = store.read(new Root(root), Interest.NONE).holds().getFirst();
        commit(root, new Change.End(hold, new Ending.Released()));
    }

    private long versionOf(String root) {
        return store.read(new Root(root), Interest.NONE).version();
    }

    @Test
    void aRootThatWasVacantForSevenDaysIsForgotten() {
        holdAndRelease("old");
        clock.advance(LockStore.REMEMBERED_FOR);

        holdAndRelease("new");

        assertThat(versionOf("old")).isZero();
        assertThat(versionOf("new")).isNotZero();
    }

    @Test
    void aRootThatWasUsedInTheMeantimeIsNot() {
        holdAndRelease("used");
        clock.advance(LockStore.REMEMBERED_FOR.dividedBy(2));
        holdAndRelease("used");
        clock.advance(LockStore.REMEMBERED_FOR.dividedBy(2));

        holdAndRelease("new");

        assertThat(versionOf("used")).isNotZero();
    }

    @Test
    void aRootThatSomebodyHoldsIsNotForgottenHoweverLong() {
        commit("held", Drafts.hold("alice").on("held").grant());
        clock.advance(LockStore.REMEMBERED_FOR.multipliedBy(10));

        holdAndRelease("new");

        assertThat(versionOf("held")).isNotZero();
    }

    @Test
    void manyVacantRootsAreForgottenBitByBit() {
        for (int i = 0; i < 100; i++) {
            holdAndRelease("old-" + i);
        }
        clock.advance(LockStore.REMEMBERED_FOR);

        for (int i = 0; i < 10; i++) {
            holdAndRelease("new");
        }

        for (int i = 0; i < 100; i++) {
            assertThat(versionOf("old-" + i)).isZero();
        }
    }
}
