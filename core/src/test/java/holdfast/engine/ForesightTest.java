package holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an engine knows of a root after its own commit, and what it must not believe to know. */
final class ForesightTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final StoreTime LATER = Stubs.NOON.plus(Duration.ofSeconds(1));
    private static final Hold HELD = Stubs.draft(MINUTE).stamped(Stubs.NOON, new Token(7));

    private static WaiterDraft draft(String owner, Mode mode) {
        return new WaiterDraft(
                new Claim(new RequestId("request-of-" + owner), Stubs.API, mode),
                new Owner(new OwnerId(owner), owner),
                Terms.of(MINUTE),
                Priority.NORMAL,
                0,
                Note.NONE,
                Stubs.ENGINE,
                MINUTE);
    }

    private static Waiter waiter(String owner, long ticket) {
        return draft(owner, Mode.EXCLUSIVE).stamped(Stubs.NOON, new Ticket(ticket));
    }

    private static HoldDraft grantTo(Waiter waiter) {
        return new HoldDraft(
                waiter.resource(),
                waiter.mode(),
                waiter.owner(),
                List.of(waiter.claim()),
                waiter.terms(),
                MINUTE,
                Standing.CONFIRMED,
                waiter.priority(),
                waiter.note(),
                waiter.engine(),
                2);
    }

    /** Held, with these in front of so many who wait. */
    private static RootView root(int waiting, Waiter... shown) {
        return new RootView(
                Stubs.API.root(),
                Stubs.NOON,
                10,
                20,
                List.of(HELD),
                List.of(shown),
                waiting,
                1,
                List.of(),
                Map.of());
    }

    private static Commit handOverTo(Waiter next) {
        return commit(
                new Change.End(HELD, new Ending.Released()),
                new Change.Leave(next, null),
                new Change.Grant(grantTo(next)));
    }

    private static Commit commit(Change... changes) {
        return new Commit(Stubs.API.root(), Interest.NONE, List.of(), List.of(changes), Set.of());
    }

    private static RootView after(RootView before, Commit commit) {
        return after(before, commit, 30);
    }

    private static RootView after(RootView before, Commit commit, long firstNumber) {
        var stamp = new Stamp(LATER, firstNumber, 31, Set.of());
        return Foresight.of(before, commit, stamp).orElseThrow();
    }

    @Test
    void whoWasShownBehindTheGranteeIsNextAfterIt() {
        Waiter bob = waiter("bob", 11);
        Waiter carol = waiter("carol", 12);
        Waiter dave = waiter("dave", 13);
        RootView before = root(3, bob, carol, dave);

        RootView after = after(before, handOverTo(bob));

        assertThat(Foresight.showsWhoIsNext(before, handOverTo(bob), false)).isTrue();
        assertThat(after.holds()).extracting(hold -> hold.owner().name()).containsExactly("bob");
        assertThat(after.holds().getFirst().token()).isEqualTo(new Token(30));
        assertThat(after.waiters()).containsExactly(carol, dave);
        assertThat(after.waiting()).isEqualTo(2);
        assertThat(after.version()).isEqualTo(31);
        assertThat(after.epoch()).isEqualTo(20);
    }

    /** A look also shows whom its reader asked for, wherever they stand. */
    @Test
    void whereNotAllAreShownOthersMayStandBetween() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(9, bob, waiter("carol", 12), waiter("zoe", 19));

        assertThat(Foresight.showsWhoIsNext(before, handOverTo(bob), false)).isFalse();
        assertThat(after(before, handOverTo(bob)).waiters()).isEmpty();
    }

    /** Nobody is told of those who join at the end of a line. */
    @Test
    void thatNobodyElseWaitsIsNotBelievedWhenTheLastWhoWasSeenIsGranted() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(1, bob);

        RootView after = after(before, handOverTo(bob));

        assertThat(Foresight.showsWhoIsNext(before, handOverTo(bob), false)).isFalse();
        assertThat(after.waiters()).isEmpty();
        assertThat(after.waiting()).isEqualTo(1);
    }

    @Test
    void oneThatIsLeftIsNotEnoughSinceALookShowsTwoOwners() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(2, bob, waiter("carol", 12));

        assertThat(after(before, handOverTo(bob)).waiters()).isEmpty();
    }

    @Test
    void twoOfOneOwnerAreNotEnoughSinceSomebodyMayStandBetweenThemAndTheNext() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(3, bob, waiter("carol", 12), waiter("carol", 13));

        assertThat(after(before, handOverTo(bob)).waiters()).isEmpty();
    }

    @Test
    void whoseGranteeAlsoWaitsIsNotForeseen() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(4, bob, waiter("carol", 12), waiter("dave", 13), waiter("bob", 14));

        assertThat(after(before, handOverTo(bob)).waiters()).isEmpty();
    }

    @Test
    void whoGivesUpItsPlaceMakesTheRootUnknown() {
        Waiter bob = waiter("bob", 11);
        Commit commit = commit(new Change.Leave(bob, new Ending.Cancelled("tired")));

        assertThat(Foresight.of(root(5, bob), commit, new Stamp(LATER, 0, 31, Set.of()))).isEmpty();
    }

    @Test
    void whoJoinsIsTheOneToStayBehindForTheNextWhoJoins() {
        var carol = new Change.Join(draft("carol", Mode.EXCLUSIVE));
        var dave = new Change.Join(draft("dave", Mode.EXCLUSIVE));
        RootView before = root(1, waiter("bob", 11));

        RootView after = after(after(before, commit(carol), 30), commit(dave), 31);

        assertThat(after.waiting()).isEqualTo(3);
        assertThat(after.tails())
                .extracting(waiter -> waiter.owner().name())
                .containsExactly("dave");
    }

    /** A join depends on nobody but the one it stays behind. */
    @Test
    void whoJoinsByAnOldLookDoesNotTakeItForANewOne() {
        var carol = new Change.Join(draft("carol", Mode.EXCLUSIVE));

        assertThat(after(root(1, waiter("bob", 11)), commit(carol)).version()).isEqualTo(10);
    }

    private static Optional<RootView> counted(
            RootView before, Commit commit, long version, int waiting) {
        var stamp = new Stamp(LATER, 30, version, Set.of(), new Stamp.Tally(25, waiting));
        return Foresight.of(before, commit, stamp);
    }

    private static Commit handOverWithJoin(Waiter next, String newcomer) {
        var changes = new ArrayList<>(handOverTo(next).changes());
        changes.add(new Change.Join(draft(newcomer, Mode.EXCLUSIVE)));
        return commit(changes.toArray(Change[]::new));
    }

    @Test
    void ifTheStoreCountsNobodyElseTheRootIsKnownAsAWhole() {
        Waiter bob = waiter("bob", 11);
        Waiter carol = waiter("carol", 12);
        RootView before = root(2, bob, carol);

        RootView after = counted(before, handOverWithJoin(bob, "dave"), 31, 2).orElseThrow();

        assertThat(Foresight.showsWhoIsNext(before, handOverTo(bob), true)).isTrue();
        assertThat(after.holds()).extracting(hold -> hold.owner().name()).containsExactly("bob");
        assertThat(after.waiters())
                .extracting(waiter -> waiter.owner().name() + " " + waiter.ticket().number())
                .containsExactly("carol 12", "dave 31");
        assertThat(after.tails())
                .extracting(waiter -> waiter.owner().name())
                .containsExactly("dave");
        assertThat(after.waiting()).isEqualTo(2);
        assertThat(after.waitingPaths()).isEqualTo(1);
        assertThat(after.version()).isEqualTo(31);
        assertThat(after.epoch()).isEqualTo(25);
    }

    @Test
    void thatNobodyElseWaitsIsBelievedIfTheStoreCountsNobody() {
        Waiter bob = waiter("bob", 11);

        RootView after = counted(root(1, bob), handOverTo(bob), 31, 0).orElseThrow();

        assertThat(after.waiting()).isZero();
        assertThat(after.waiters()).isEmpty();
    }

    @Test
    void ifTheStoreCountsMoreWhoWentAlongIsNotForeseen() {
        Waiter bob = waiter("bob", 11);
        RootView before = root(2, bob, waiter("carol", 12));

        assertThat(counted(before, handOverWithJoin(bob, "dave"), 31, 3)).isEmpty();
        assertThat(counted(before, handOverTo(bob), 31, 2).orElseThrow().waiters()).isEmpty();
    }

    @Test
    void whoJoinsKnowsTheWholeRootIfNothingElseHappenedToIt() {
        Commit join = commit(new Change.Join(draft("carol", Mode.EXCLUSIVE)));
        RootView before = root(1, waiter("bob", 11));

        assertThat(counted(before, join, 10, 2).orElseThrow().waiters())
                .extracting(waiter -> waiter.owner().name())
                .containsExactly("bob", "carol");
        assertThat(counted(before, join, 10, 3).orElseThrow().waiters()).hasSize(1);
        assertThat(counted(before, join, 28, 2).orElseThrow().version()).isEqualTo(10);
    }

    /** By a priority that the others do not have. */
    @Test
    void whoJoinsStandsWhereItsTurnIs() {
        var first = draft("carol", Mode.EXCLUSIVE);
        var urgent =
                new WaiterDraft(
                        first.claim(),
                        first.owner(),
                        first.terms(),
                        Priority.HIGH,
                        100,
                        first.note(),
                        first.engine(),
                        MINUTE);

        RootView after =
                counted(root(1, waiter("bob", 11)), commit(new Change.Join(urgent)), 10, 2)
                        .orElseThrow();

        assertThat(after.waiters())
                .extracting(waiter -> waiter.owner().name())
                .containsExactly("carol", "bob");
    }
}
