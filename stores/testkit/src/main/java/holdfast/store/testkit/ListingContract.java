package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.HoldCursor;
import holdfast.store.HoldPage;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Lists over all roots, and where something is to be found. */
abstract class ListingContract extends LockStoreScene {
    private static final List<String> ROOTS =
            List.of("a", "a-b", "a/b", "a/b/c", "aa", "b", "shop");

    ListingContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private void inEachRoot(String... owners) {
        for (String root : ROOTS.reversed()) {
            for (String owner : owners) {
                granted(Drafts.hold(owner).on(root).shared());
            }
        }
    }

    private static List<String> shown(HoldPage page) {
        return page.holds().stream()
                .map(hold -> hold.resource().root() + " " + hold.owner().name())
                .toList();
    }

    @Test
    void holdsAreListedByRootAndThenByToken() {
        inEachRoot("zoe", "alice");

        assertThat(shown(store.holds(null, 100)))
                .isEqualTo(
                        ROOTS.stream()
                                .flatMap(root -> List.of(root + " zoe", root + " alice").stream())
                                .toList());
    }

    @Test
    void allHoldsAreFoundPageByPageOnceEach() {
        inEachRoot("zoe", "alice", "bob");

        var found =
                Pages.<Hold>all(last ->
                        store.holds(last == null ? null : HoldCursor.after(last), 4).holds());

        assertThat(found).isEqualTo(store.holds(null, 1_000).holds()).hasSize(ROOTS.size() * 3);
    }

    @Test
    void aPageIsShorterThanAskedForOnlyAtTheEnd() {
        inEachRoot("alice");

        assertThat(store.holds(null, 5).holds()).hasSize(5);
        assertThat(store.holds(new HoldCursor(new Root("b"), new Token(1)), 5).holds()).hasSize(2);
    }

    @Test
    void aPageMayBeginAfterAHoldOrARootThatIsGone() {
        inEachRoot("zoe", "alice");
        Hold zoe = look(new Root("aa")).holds().getFirst();
        made(Drafts.commit(new Change.End(zoe, new Ending.Released())).to(new Root("aa")));

        assertThat(shown(store.holds(HoldCursor.after(zoe), 2)))
                .containsExactly("aa alice", "b zoe");
        assertThat(shown(store.holds(new HoldCursor(new Root("a/c"), new Token(1)), 1)))
                .containsExactly("aa alice");
    }

    @Test
    void lapsedHoldsAreListedAndJudgedByTheTimeOfThePage() {
        Hold hold = granted(Drafts.hold("alice"));
        advance(Drafts.LEASE);

        HoldPage page = store.holds(null, 10);

        assertThat(page.holds()).containsExactly(hold);
        assertThat(page.now()).isEqualTo(hold.until());
        assertThat(page.holds().getFirst().isLive(page.now())).isFalse();
    }

    @Test
    void aRenewedHoldIsListedAsItIsNow() {
        Hold hold = granted(Drafts.hold("alice"));
        advance(Duration.ofSeconds(10));

        var stamp = made(new Change.Extend(hold.token(), Drafts.LEASE));

        assertThat(store.holds(null, 10).holds())
                .containsExactly(hold.renewed(Drafts.LEASE, stamp.now()));
    }

    @Test
    void aQueueIsListedByTurnTheLapsedIncluded() {
        joined(Drafts.waiter("lapsed"));
        advance(Drafts.TICKET_LEASE);
        joined(Drafts.waiter("second").on("shop/production//api").shared());
        joined(Drafts.waiter("third"));
        joined(Drafts.waiter("urgent").ahead(Duration.ofHours(1)));
        joined(Drafts.waiter("elsewhere").on("another/root"));

        assertThat(ownersOf(store.queue(ROOT, 10)))
                .containsExactly("urgent", "lapsed", "second", "third");
    }

    @Test
    void aQueueIsListedUpToTheLimit() {
        for (String owner : List.of("a", "b", "c", "d")) {
            joined(Drafts.waiter(owner));
        }

        assertThat(ownersOf(store.queue(ROOT, 2))).containsExactly("a", "b");
        assertThat(store.queue(new Root("untouched"), 10)).isEmpty();
    }

    @Test
    void rootsThatSomebodyWaitsForAreListedInOrder() {
        for (String root : ROOTS.reversed()) {
            joined(Drafts.waiter("alice").on(root + "//api"));
            joined(Drafts.waiter("bob").on(root));
        }
        granted(Drafts.hold("alice").on("held/only"));

        assertThat(store.waitingRoots(null, 100)).extracting(Root::text).isEqualTo(ROOTS);
        assertThat(store.waitingRoots(null, 2)).extracting(Root::text).containsExactly("a", "a-b");
        assertThat(store.waitingRoots(new Root("a-b"), 2))
                .extracting(Root::text)
                .containsExactly("a/b", "a/b/c");
        assertThat(store.waitingRoots(new Root("a/d"), 1))
                .extracting(Root::text)
                .containsExactly("aa");
        assertThat(store.waitingRoots(new Root("shop"), 2)).isEmpty();
    }

    @Test
    void aRootIsWaitedForUntilItsLastWaiterIsGone() {
        Waiter alice = joined(Drafts.waiter("alice"));
        joined(Drafts.waiter("bob"));
        made(new Change.Leave(alice, null));
        advance(Drafts.TICKET_LEASE);
        assertThat(store.waitingRoots(null, 10)).containsExactly(ROOT);

        made(new Change.DropLapsed(10));
        assertThat(store.waitingRoots(null, 10)).isEmpty();
    }

    @Test
    void theRootsOfManyHoldsAreFoundAtOnceAndWhatIsNotThereIsLeftOut() {
        Map<LockId, Root> expected = new HashMap<>();
        for (String root : ROOTS) {
            for (String owner : List.of("alice", "bob")) {
                Hold hold = granted(Drafts.hold(owner).on(root).shared());
                expected.put(hold.id(), new Root(root));
            }
        }
        Hold gone = granted(Drafts.hold("carol").on("c"));
        made(Drafts.commit(new Change.End(gone, new Ending.Released())).to(new Root("c")));
        Set<LockId> asked = new HashSet<>(expected.keySet());
        asked.add(gone.id());
        for (int i = 0; i < 2_000; i++) {
            asked.add(new LockId("lock_" + i + "_nobody_00000000"));
        }

        assertThat(store.rootsOf(asked)).isEqualTo(expected);
        assertThat(store.rootsOf(Set.of())).isEmpty();
    }

    @Test
    void theRootOfAHoldIsFoundByItsLockIdLiveOrLapsed() {
        Hold alice = granted(Drafts.hold("alice").shared());
        Hold bob = granted(Drafts.hold("bob").on("another/root//api"));
        assertThat(store.rootOf(alice.id())).contains(ROOT);
        assertThat(store.rootOf(bob.id())).contains(new Root("another/root"));

        advance(Drafts.LEASE);
        assertThat(store.rootOf(alice.id())).contains(ROOT);
    }

    @Test
    void anEndedOrUnknownLockIsInNoRoot() {
        Hold alice = granted(Drafts.hold("alice"));
        made(new Change.End(alice, new Ending.Released()));

        assertThat(store.rootOf(alice.id())).isEmpty();
        assertThat(store.rootOf(new LockId("lock_1_nobody_00000000"))).isEmpty();
    }

    @Test
    void whereAnOwnerWaitsAndWhereSomebodyWaitsForItEntanglesIt() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("alice").on("queue/only"));
        granted(Drafts.hold("alice").on("quiet/root").request("second"));
        joined(Drafts.waiter("carol").on("of/others"));

        assertThat(store.entangling(new OwnerId("alice")))
                .contains(ROOT, new Root("queue/only"))
                .isSubsetOf(ROOT, new Root("queue/only"), new Root("quiet/root"));
        assertThat(store.entangling(new OwnerId("nobody"))).isEmpty();
    }

    @Test
    void aHoldThatIsGrantedWhileOthersWaitEntanglesItsOwner() {
        Hold alice = granted(Drafts.hold("alice").shared());
        Waiter bob = joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol").request("carols"));
        made(
                new Change.End(alice, new Ending.Released()),
                new Change.Leave(bob, null),
                Drafts.hold("bob").grant());

        assertThat(store.entangling(new OwnerId("bob"))).containsExactly(ROOT);
        assertThat(store.entangling(new OwnerId("alice"))).isEmpty();
    }

    @Test
    void aHoldAndAWaiterOfOneCommitEntangleTheirOwners() {
        made(Drafts.hold("alice").grant(), Drafts.waiter("bob").join());

        assertThat(store.entangling(new OwnerId("alice"))).containsExactly(ROOT);
        assertThat(store.entangling(new OwnerId("bob"))).containsExactly(ROOT);
    }

    @Test
    void anOwnerIsEntangledUntilItsLastHoldAndWaiterAreGone() {
        var alice = new OwnerId("alice");
        Hold first = granted(Drafts.hold("alice").shared());
        Hold second = granted(Drafts.hold("alice").shared().request("second"));
        Waiter waiter = joined(Drafts.waiter("alice").request("third"));
        joined(Drafts.waiter("bob"));

        made(new Change.End(first, new Ending.Released()));
        assertThat(store.entangling(alice)).containsExactly(ROOT);
        made(new Change.Leave(waiter, null));
        assertThat(store.entangling(alice)).containsExactly(ROOT);
        made(new Change.End(second, new Ending.Released()));
        assertThat(store.entangling(alice)).isEmpty();
    }

    @Test
    void anOwnerWhoseWaitersHaveLapsedIsEntangledUntilTheyAreDropped() {
        joined(Drafts.waiter("alice"));
        advance(Drafts.TICKET_LEASE);
        assertThat(store.entangling(new OwnerId("alice"))).containsExactly(ROOT);

        made(new Change.DropLapsed(10));
        assertThat(store.entangling(new OwnerId("alice"))).isEmpty();
    }

    /** What was known of who waited must not be left behind when the root is empty, nor be missing when it fills again. */
    @Test
    void aRootThatWasEmptiedEntanglesWhoComesAfterwards() {
        Hold alice = granted(Drafts.hold("alice"));
        Waiter bob = joined(Drafts.waiter("bob"));
        made(new Change.Leave(bob, null));
        made(new Change.End(alice, new Ending.Released()));
        assertThat(store.entangling(new OwnerId("alice"))).isEmpty();

        granted(Drafts.hold("carol").request("carols"));
        joined(Drafts.waiter("dave").request("daves"));

        assertThat(store.entangling(new OwnerId("carol"))).containsExactly(ROOT);
        assertThat(store.entangling(new OwnerId("dave"))).containsExactly(ROOT);
    }
}
