package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.Waiter;
import holdfast.store.Change;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Roots with something that has lapsed are found, and no others. */
abstract class LapsesContract extends LockStoreScene {
    private static final Root OTHER = new Root("another/root");

    LapsesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    @Test
    void aRootWithALapsedHoldIsFoundFromTheInstantOfItsEnd() {
        granted(Drafts.hold("alice"));
        granted(Drafts.hold("bob").on(OTHER.text()).lease(Duration.ofHours(1)));

        advance(Drafts.LEASE.minus(aTick));
        assertThat(store.lapsed(10)).isEmpty();

        advance(aTick);
        assertThat(store.lapsed(10)).containsExactly(ROOT);
    }

    @Test
    void aRootWithALapsedWaiterIsFoundFromTheInstantOfItsEnd() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));

        advance(Drafts.TICKET_LEASE.minus(aTick));
        assertThat(store.lapsed(10)).isEmpty();

        advance(aTick);
        assertThat(store.lapsed(10)).containsExactly(ROOT);
    }

    @Test
    void aRootIsFoundOnceHoweverMuchLapsedInIt() {
        granted(Drafts.hold("alice").shared());
        granted(Drafts.hold("bob").shared());
        joined(Drafts.waiter("carol"));
        joined(Drafts.waiter("dave"));

        advance(Drafts.LEASE);

        assertThat(store.lapsed(10)).containsExactly(ROOT);
    }

    @Test
    void whatIsRenewedOrTouchedHasNotLapsed() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        advance(Drafts.TICKET_LEASE.minus(aTick));

        made(
                new Change.Extend(hold.token(), Duration.ofHours(1)),
                new Change.Touch(waiter.ticket(), Duration.ofHours(1)));
        advance(Drafts.LEASE);

        assertThat(store.lapsed(10)).isEmpty();
        advance(Duration.ofHours(1));
        assertThat(store.lapsed(10)).containsExactly(ROOT);
    }

    @Test
    void aHoldWhoseEndCameNearerLapsesThen() {
        var drafting =
                Drafts.hold("alice").standing(Standing.UNCONFIRMED).firstLease(Duration.ofHours(1));
        Hold hold = granted(drafting);
        assertThat(store.lapsed(10)).isEmpty();

        made(new Change.Extend(hold.token(), Duration.ofSeconds(5)));
        advance(Duration.ofSeconds(5));

        assertThat(store.lapsed(10)).containsExactly(ROOT);
    }

    @Test
    void aRootIsNotFoundOnceWhatLapsedIsGone() {
        Hold hold = granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        advance(Drafts.LEASE);
        granted(Drafts.hold("carol"));

        made(new Change.End(hold, new Ending.Expired()));
        assertThat(store.lapsed(10)).containsExactly(ROOT);

        made(new Change.DropLapsed(10));
        assertThat(store.lapsed(10)).isEmpty();
    }

    @Test
    void atMostSoManyRootsAreFoundAndTheRestAfterThemIsDealtWith() {
        for (int i = 0; i < 5; i++) {
            joined(Drafts.waiter("alice").on("root-" + i));
        }
        advance(Drafts.TICKET_LEASE);

        for (int left = 5; left > 0; left -= 2) {
            var some = store.lapsed(2);
            assertThat(some).hasSize(Math.min(2, left)).doesNotHaveDuplicates();
            some.forEach(root -> made(Drafts.commit(new Change.DropLapsed(10)).to(root)));
        }

        assertThat(store.lapsed(2)).isEmpty();
    }
}
