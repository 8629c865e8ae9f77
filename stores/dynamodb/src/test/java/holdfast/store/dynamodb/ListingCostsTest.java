package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often the whole table is read for those who look at all locks. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class ListingCostsTest {
    private final DynamoAddress address = TestDynamo.newTables();
    private final FaultyService service = FaultyService.before(TestDynamo.server().port());
    private final DynamoLockStore store =
            DynamoLockStore.open(TestDynamo.through(service.port(), address, "&timeout=10s"));
    private final Holdfast holdfast = Holdfast.on(store);

    @AfterEach
    void stop() {
        holdfast.close();
        store.close();
        service.close();
    }

    private Hold held(String name) throws InterruptedException {
        var outcome = holdfast.lock(name).lease(Duration.ofMinutes(5)).acquireDetached();
        return ((AcquireOutcome.Granted) outcome).hold();
    }

    private List<LockId> held(int count) throws InterruptedException {
        var ids = new ArrayList<LockId>();
        for (int i = 0; i < count; i++) {
            ids.add(held("shop-" + i).id());
        }
        return ids;
    }

    /** Since this was asked last. Sweeping reads one page, with a filter. */
    private long scansOfRoots() {
        return service.passed().stream()
                .filter(one ->
                        one.operation().equals("Scan")
                                && one.body().contains("\"" + address.table() + "\"")
                                && !one.body().contains("FilterExpression"))
                .count();
    }

    @Test
    void howeverManyPagesAListHasTheTableIsReadOnce() throws InterruptedException {
        List<LockId> held = held(7);
        scansOfRoots();

        var listed = new ArrayList<Hold>();
        HoldPage page = store.holds(null, 2);
        while (!page.holds().isEmpty()) {
            listed.addAll(page.holds());
            page = store.holds(HoldCursor.after(listed.getLast()), 2);
        }

        assertThat(listed).extracting(Hold::id).isEqualTo(held);
        assertThat(scansOfRoots()).isEqualTo(1);
    }

    @Test
    void whoBeginsAListSeesWhatWasDoneBefore() throws InterruptedException {
        held(3);
        store.holds(null, 2);

        LockId late = held("shop-3").id();

        assertThat(store.holds(new HoldCursor(new Root("shop-2"), new Token(1)), 100).holds())
                .extracting(Hold::id)
                .contains(late);
        assertThat(store.holds(null, 100).holds()).extracting(Hold::id).contains(late);
    }

    @Test
    void howeverManyLocksAreLookedForByTheirIdsTheTableIsReadOnce() throws InterruptedException {
        Set<LockId> ids = new HashSet<>(held(3));
        for (int i = 0; i < 500; i++) {
            ids.add(new LockId("lock_" + i + "_nobody_00000000"));
        }
        scansOfRoots();

        assertThat(store.rootsOf(ids)).hasSize(3);
        assertThat(scansOfRoots()).isEqualTo(1);
    }
}
