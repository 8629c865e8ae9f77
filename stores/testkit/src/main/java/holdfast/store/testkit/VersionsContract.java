package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What raises a root's version and its epoch, and that both only grow. */
abstract class VersionsContract extends LockStoreScene {
    private static final Ending RELEASED = new Ending.Released();

    enum AChange {
        RAISE_NUMBERS,
        GRANT,
        AMEND,
        EXTEND,
        END,
        JOIN,
        TOUCH,
        TOUCH_OF_NOBODY,
        LEAVE,
        DROP_LAPSED,
        REMEMBER,
        AUDIT
    }

    VersionsContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    /** A change of this kind, in a root with a hold and a waiter. */
    private Change change(AChange kind) {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        return switch (kind) {
            case RAISE_NUMBERS -> new Change.RaiseNumbers(1);
            case GRANT -> Drafts.hold("carol").grant();
            case AMEND -> new Change.Amend(hold.token(), hold.claims(), Terms.of(Drafts.LEASE));
            case EXTEND -> new Change.Extend(hold.token(), Drafts.LEASE);
            case END -> new Change.End(hold, RELEASED);
            case JOIN -> Drafts.waiter("carol").shared().join();
            case TOUCH -> new Change.Touch(waiter.ticket(), Drafts.LEASE);
            case TOUCH_OF_NOBODY -> new Change.Touch(new Ticket(1), Drafts.LEASE);
            case LEAVE -> new Change.Leave(waiter, null);
            case DROP_LAPSED -> new Change.DropLapsed(10);
            case REMEMBER -> Drafts.cancelled(new RequestId("deploy-7"));
            case AUDIT -> new Change.Audit(Drafts.audit("look"));
        };
    }

    @Test
    void everyKindOfChangeIsTried() {
        var tried =
                Arrays.stream(AChange.values())
                        .map(kind -> change(kind).getClass().getSimpleName());

        assertThat(tried.distinct()).hasSameSizeAs(Change.class.getPermittedSubclasses());
    }

    @Test
    void aRootThatNoCommitTouchedLooksUntouched() {
        RootView view = look();

        assertThat(view).isEqualTo(RootView.untouched(ROOT, view.now()));
    }

    @ParameterizedTest
    @EnumSource
    void aStructuralChangeRaisesTheVersionAndNoOtherDoes(AChange kind) {
        Change change = change(kind);
        long before = look().version();

        made(change);

        assertThat(look().version() > before).isEqualTo(change.isStructural());
        assertThat(look().version()).isGreaterThanOrEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void aJoinRaisesTheEpochAndNoOtherChangeDoes(AChange kind) {
        Change change = change(kind);
        long before = look().epoch();

        made(change);

        assertThat(look().epoch() > before).isEqualTo(change instanceof Change.Join);
        assertThat(look().epoch()).isGreaterThanOrEqualTo(before);
    }

    @Test
    void whoJoinsAheadOfAllOthersRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));

        raisesTheEpoch(Drafts.waiter("carol").ahead(Duration.ofHours(1)));
    }

    @Test
    void whoJoinsBetweenOthersRaisesTheEpoch() {
        joined(Drafts.waiter("bob").ahead(Duration.ofHours(2)));
        joined(Drafts.waiter("carol"));

        raisesTheEpoch(Drafts.waiter("dave").ahead(Duration.ofHours(1)));
    }

    @Test
    void whoJoinsBehindItsOwnOtherPlaceRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));

        raisesTheEpoch(Drafts.waiter("carol").owner(Drafts.owner("bob")));
    }

    @Test
    void whoJoinsWithAnotherPlaceElsewhereInTheRootRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol").on(ROOT + "//api"));

        raisesTheEpoch(Drafts.waiter("dave").owner(Drafts.owner("carol")));
    }

    @Test
    void whoJoinsAndHoldsSomethingInTheRootRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));
        granted(Drafts.hold("carol").on(ROOT + "//api"));

        raisesTheEpoch(Drafts.waiter("carol").request("another"));
    }

    @Test
    void whoJoinsBehindALapsedPlaceRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));
        advance(Drafts.TICKET_LEASE);

        raisesTheEpoch(Drafts.waiter("carol"));
    }

    @Test
    void whoIsTheFirstToWaitForItsPathRaisesTheEpoch() {
        joined(Drafts.waiter("bob"));

        raisesTheEpoch(Drafts.waiter("carol").on(ROOT + "//api"));
    }

    private void raisesTheEpoch(WaiterDrafting newcomer) {
        long before = look().epoch();

        joined(newcomer);

        assertThat(look().epoch()).isGreaterThan(before);
    }

    @ParameterizedTest
    @EnumSource
    void theStampOfACommitCarriesTheVersionAfterIt(AChange kind) {
        Change change = change(kind);

        var stamp = made(change);

        assertThat(stamp.version()).isEqualTo(look().version());
    }

    @ParameterizedTest
    @EnumSource
    void aStoreThatCountsAfterACommitCountsRight(AChange kind) {
        Change change = change(kind);

        Stamp.Tally tally = made(change).tally();

        if (tally != null) {
            assertThat(tally).isEqualTo(new Stamp.Tally(look().epoch(), look().waiting()));
        }
    }

    @Test
    void whoJoinsByTheCommitOfAHandOverStandsInLineAsIfItCameRightAfter() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter bob = joined(Drafts.waiter("bob"));
        long before = look().epoch();

        Stamp stamp =
                made(
                        new Change.End(hold, RELEASED),
                        new Change.Leave(bob, null),
                        Drafts.hold("bob").request("again").grant(),
                        Drafts.waiter("carol").join(),
                        Drafts.waiter("dave").join());

        assertThat(look().holds())
                .extracting(held -> held.token().value())
                .containsExactly(stamp.firstNumber());
        assertThat(queue())
                .extracting(waiter -> waiter.ticket().number())
                .containsExactly(stamp.firstNumber() + 1, stamp.firstNumber() + 2);
        assertThat(look().epoch()).as("carol is the first of her line").isGreaterThan(before);
    }

    @Test
    void droppingLapsedWaitersRaisesNeitherVersionNorEpoch() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        advance(Drafts.TICKET_LEASE);
        RootView before = look();

        made(new Change.DropLapsed(10));

        assertThat(look().waiting()).isZero();
        assertThat(look().version()).isEqualTo(before.version());
        assertThat(look().epoch()).isEqualTo(before.epoch());
    }

    @Test
    void aStructuralChangeAmongOthersRaisesTheVersion() {
        Hold hold = granted(Drafts.hold("alice"));
        long before = look().version();

        var stamp =
                made(
                        new Change.Audit(Drafts.audit("force-unlock")),
                        new Change.End(hold, RELEASED),
                        new Change.DropLapsed(10));

        assertThat(stamp.version()).isGreaterThan(before);
    }

    @Test
    void versionAndEpochGrowWithEveryCommitThatRaisesThem() {
        RootView last = look();
        for (String owner : List.of("alice", "bob", "carol")) {
            made(Drafts.hold(owner).grant(), Drafts.waiter(owner).join());

            assertThat(look().version()).isGreaterThan(last.version());
            assertThat(look().epoch()).isGreaterThan(last.epoch());
            last = look();
        }
    }

    @Test
    void versionAndEpochGrowEvenIfTheClockWasSetBack() {
        made(Drafts.hold("alice").grant(), Drafts.waiter("bob").join());
        RootView before = look();

        fixture.stepBack(Duration.ofDays(1));
        made(Drafts.hold("carol").grant(), Drafts.waiter("dave").shared().join());

        assertThat(look().version()).isGreaterThan(before.version());
        assertThat(look().epoch()).isGreaterThan(before.epoch());
    }

    @Test
    void aVacantRootRemembersVersionAndEpochForSevenDays() {
        made(Drafts.hold("alice").grant(), Drafts.waiter("bob").join());
        Waiter bob = queue().getFirst();
        made(new Change.End(look().holds().getFirst(), RELEASED), new Change.Leave(bob, null));
        RootView vacated = look();

        advance(LockStore.REMEMBERED_FOR.minus(aTick));

        assertThat(look().version()).isEqualTo(vacated.version()).isNotZero();
        assertThat(look().epoch()).isEqualTo(vacated.epoch()).isNotZero();
    }

    @Test
    void versionsDoNotComeBackHoweverLongARootWasVacant() {
        made(Drafts.hold("alice").grant(), Drafts.waiter("bob").join());
        RootView longAgo = look();
        made(
                new Change.End(longAgo.holds().getFirst(), RELEASED),
                new Change.Leave(queue().getFirst(), null));

        advance(LockStore.REMEMBERED_FOR.multipliedBy(3));
        made(Drafts.hold("carol").grant(), Drafts.waiter("dave").join());

        assertThat(look().version()).isGreaterThan(longAgo.version());
        assertThat(look().epoch()).isGreaterThan(longAgo.epoch());
    }
}
