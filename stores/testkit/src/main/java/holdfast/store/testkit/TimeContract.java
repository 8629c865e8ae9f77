package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.Change;
import holdfast.store.Condition;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** One clock judges everything in the store, and it never goes back. */
abstract class TimeContract extends LockStoreScene {
    private static final Duration AN_HOUR = Duration.ofHours(1);

    TimeContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    @Test
    void timePassesAsTheClockDoesDownToItsSmallestStep() {
        StoreTime before = look().now();

        Duration some = Duration.ofSeconds(3).plus(aTick.multipliedBy(7));
        advance(some);

        assertThat(look().now()).isEqualTo(before.plus(some));
    }

    @Test
    void aCommitIsStampedWithTheTimeAtWhichItHappened() {
        StoreTime before = look().now();
        advance(AN_HOUR);

        var stamp = made(Drafts.hold("alice").grant());

        assertThat(stamp.now()).isEqualTo(before.plus(AN_HOUR));
    }

    @Test
    void theTimeOfARootDoesNotGoBackEvenIfTheClockDoes() {
        Hold hold = granted(Drafts.hold("alice"));
        advance(Duration.ofSeconds(1));
        StoreTime renewed = made(new Change.Extend(hold.token(), AN_HOUR)).now();

        fixture.stepBack(AN_HOUR);

        assertThat(look().now()).isGreaterThanOrEqualTo(renewed);
        assertThat(made(new Change.Extend(hold.token(), AN_HOUR)).now())
                .isGreaterThanOrEqualTo(renewed);
    }

    @Test
    void theTimeOfALookIsNotBeforeACommitEvenIfTheClockWasSetBack() {
        assumeOneClock();
        StoreTime committed = made(Drafts.hold("alice").grant()).now();

        fixture.stepBack(AN_HOUR);

        assertThat(look(new Root("another/root")).now()).isGreaterThanOrEqualTo(committed);
        assertThat(store.holds(null, 1).now()).isGreaterThanOrEqualTo(committed);
        assertThat(store.freezes().asOf()).isGreaterThanOrEqualTo(committed);
    }

    @Test
    void theTimeOfACommitIsNotBeforeAnotherEvenIfTheClockWasSetBack() {
        assumeOneClock();
        StoreTime first = made(Drafts.hold("alice").grant()).now();

        fixture.stepBack(AN_HOUR);
        var elsewhere = Drafts.commit(Drafts.hold("bob").on("another/root").grant());
        StoreTime second = made(elsewhere.to(new Root("another/root"))).now();
        var freeze = store.placeFreeze(Drafts.freeze("release-night", ""), Drafts.audit("freeze"));

        assertThat(second).isGreaterThanOrEqualTo(first);
        assertThat(freeze.since()).isGreaterThanOrEqualTo(first);
        assertThat(store.audit(1).getFirst().at()).isGreaterThanOrEqualTo(first);
    }

    @Test
    void whatACommitSawLapsedIsNotRevivedByAClockThatWasSetBack() {
        var hold = granted(Drafts.hold("alice"));
        var waiter = joined(Drafts.waiter("bob"));
        advance(Drafts.LEASE);
        made(Drafts.commit().given(new Condition.HoldLapsed(hold.token(), hold.until())));

        fixture.stepBack(AN_HOUR);

        refused(Drafts.commit().given(new Condition.HoldLive(hold.token())));
        assertThat(made(new Change.Touch(waiter.ticket(), AN_HOUR)).missed())
                .containsExactly(waiter.ticket());
    }

    @Test
    void aClockThatWasSetBackExpiresNobody() {
        var hold = granted(Drafts.hold("alice"));

        fixture.stepBack(AN_HOUR);

        made(Drafts.commit().given(new Condition.HoldLive(hold.token())));
        assertThat(store.lapsed(10)).isEmpty();
    }
}
