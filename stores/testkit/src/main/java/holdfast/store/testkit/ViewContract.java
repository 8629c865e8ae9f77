package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a look at a root shows, and whom of a long queue. */
abstract class ViewContract extends LockStoreScene {
    private static final String API = "shop/production//api";
    private static final String WEB = "shop/production//web";

    ViewContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private void join(WaiterDrafting... waiters) {
        List.of(waiters).forEach(waiter -> made(waiter.join()));
    }

    private List<String> shown() {
        return ownersOf(look().waiters());
    }

    private List<String> shownTo(Interest interest) {
        return ownersOf(look(interest).waiters());
    }

    private static WaiterDrafting again(String owner, int number) {
        return Drafts.waiter(owner).request(owner + "-" + number);
    }

    @Test
    void allHoldsAreShownByTokenLapsedOnesIncluded() {
        granted(Drafts.hold("zoe").shared());
        granted(Drafts.hold("alice").shared().on(API));
        advance(Drafts.LEASE);
        granted(Drafts.hold("bob").shared());

        assertThat(holdersOf(look().holds())).containsExactly("zoe", "alice", "bob");
        assertThat(look().holds().getFirst().isLive(look().now())).isFalse();
    }

    @Test
    void everyCommitThatReturnedIsSeen() {
        for (int i = 0; i < 20; i++) {
            long token = made(Drafts.hold("owner-" + i).shared().grant()).firstNumber();

            assertThat(look().holds().getLast().token().value()).isEqualTo(token);
        }
    }

    @Test
    void aViewIsAPictureThatLaterCommitsDoNotChange() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        RootView picture = look();

        made(Drafts.hold("carol").grant(), new Change.Leave(picture.waiters().getFirst(), null));

        assertThat(holdersOf(picture.holds())).containsExactly("alice");
        assertThat(ownersOf(picture.waiters())).containsExactly("bob");
    }

    @Test
    void theEarliestOfEachPathAndModeIsShown() {
        join(
                Drafts.waiter("whole"),
                Drafts.waiter("api").on(API),
                Drafts.waiter("api-reader").on(API).shared(),
                Drafts.waiter("web-reader").on(WEB).shared(),
                Drafts.waiter("whole-reader").shared());

        assertThat(shown())
                .containsExactly("whole", "api", "api-reader", "web-reader", "whole-reader");
    }

    @Test
    void ofAnExclusiveLineTheFirstAndTheFirstOfAnotherOwnerAreShown() {
        join(
                again("alice", 1),
                again("alice", 2),
                again("alice", 3),
                again("bob", 1),
                again("carol", 1));

        assertThat(look().waiters())
                .extracting(waiter -> waiter.claim().request().text())
                .containsExactly("alice-1", "bob-1");
    }

    @Test
    void aTailIsTheLastOfItsPathAndModeAndLive() {
        join(Drafts.waiter("dead-reader").shared());
        advance(Drafts.TICKET_LEASE);
        join(
                Drafts.waiter("first"),
                Drafts.waiter("last"),
                Drafts.waiter("urgent").ahead(Duration.ofMinutes(10)),
                Drafts.waiter("below").on(ROOT + "//api"));

        // A store need not show any.
        assertThat(look().tails())
                .extracting(waiter -> waiter.owner().id().text())
                .isSubsetOf("last", "below");
    }

    @Test
    void earliestMeansByTurnAndNotByTicket() {
        join(
                Drafts.waiter("first"),
                Drafts.waiter("second"),
                Drafts.waiter("urgent").ahead(Duration.ofMinutes(10)),
                Drafts.waiter("fourth"));

        assertThat(shown()).containsExactly("urgent", "first");
    }

    @Test
    void ofEqualTurnsTheSmallerTicketIsTheEarlier() {
        long ticket = made(Drafts.waiter("first").join()).firstNumber();
        made(
                new Change.RaiseNumbers(ticket + 1_000),
                Drafts.waiter("second").ahead(Duration.ofMillis(1)).join());

        assertThat(queue()).extracting(Waiter::turn).containsOnly(ticket);
        assertThat(shown()).containsExactly("first", "second");
        assertThat(ownersOf(queue())).containsExactly("first", "second");
    }

    @Test
    void soManySharersOfAPathAreShownAsOneCommitMayGrant() {
        IntStream.range(0, LockStore.SHARERS_SHOWN + 5)
                .forEach(i -> join(Drafts.waiter("reader-" + i).shared()));

        assertThat(shown())
                .hasSize(LockStore.SHARERS_SHOWN)
                .startsWith("reader-0", "reader-1")
                .endsWith("reader-" + (LockStore.SHARERS_SHOWN - 1));
    }

    @Test
    void behindSharersOfOneOwnerTheFirstOfAnotherIsShownToo() {
        IntStream.range(0, LockStore.SHARERS_SHOWN + 3)
                .forEach(i -> join(again("alice", i).shared()));
        join(again("bob", 1).shared(), again("bob", 2).shared());

        assertThat(shown()).hasSize(LockStore.SHARERS_SHOWN + 1).endsWith("alice", "bob");
    }

    @Test
    void aLapsedWaiterIsPassedOver() {
        join(Drafts.waiter("dead"), Drafts.waiter("dead-reader").shared());
        advance(Drafts.TICKET_LEASE);
        join(Drafts.waiter("alice"), Drafts.waiter("bob"), Drafts.waiter("carol"));
        join(Drafts.waiter("reader").shared());

        assertThat(shown()).containsExactly("alice", "bob", "reader");
    }

    @Test
    void aLapsedWaiterIsNotTheFirstOneWhoseOwnerCounts() {
        join(again("alice", 1).ticketLease(aTick));
        advance(aTick);
        join(again("bob", 1), again("bob", 2), again("alice", 2), again("carol", 1));

        assertThat(look().waiters())
                .extracting(waiter -> waiter.claim().request().text())
                .containsExactly("bob-1", "alice-2");
    }

    @Test
    void aPlaceIsLapsedFromTheInstantOfItsEnd() {
        join(Drafts.waiter("alice"));

        advance(Drafts.TICKET_LEASE.minus(aTick));
        assertThat(shown()).containsExactly("alice");

        advance(aTick);
        assertThat(shown()).isEmpty();
    }

    @Test
    void waitersWhoseOwnerHoldsSomethingHereAreShown() {
        join(
                Drafts.waiter("first"),
                Drafts.waiter("second"),
                Drafts.waiter("third"),
                Drafts.waiter("insider"));
        assertThat(shown()).containsExactly("first", "second");

        granted(Drafts.hold("insider").on(WEB).request("held"));

        assertThat(shown()).containsExactly("first", "second", "insider");
    }

    @Test
    void anOwnerWhoseHoldHasLapsedIsAnInsiderStill() {
        granted(Drafts.hold("insider").on(WEB).request("held").lease(aTick));
        advance(aTick);
        join(Drafts.waiter("first"), Drafts.waiter("second"), Drafts.waiter("insider"));

        assertThat(shown()).containsExactly("first", "second", "insider");
    }

    @Test
    void aLapsedInsiderIsNotShown() {
        granted(Drafts.hold("insider").on(WEB).request("held").lease(Duration.ofHours(1)));
        join(
                Drafts.waiter("insider").ticketLease(aTick),
                Drafts.waiter("first"),
                Drafts.waiter("second"));
        advance(aTick);

        assertThat(shown()).containsExactly("first", "second");
    }

    @Test
    void whoHoldsSomethingInAnotherRootIsNoInsider() {
        granted(Drafts.hold("stranger").on("another/root").request("held"));
        join(Drafts.waiter("first"), Drafts.waiter("second"), Drafts.waiter("stranger"));

        assertThat(shown()).containsExactly("first", "second");
    }

    @Test
    void onlySoManyInsidersAreShownTheEarliestByTurn() {
        granted(Drafts.hold("one").on(WEB).shared().request("held-1"));
        granted(Drafts.hold("two").on(WEB).shared().request("held-2"));
        join(Drafts.waiter("first"), Drafts.waiter("second"));
        for (int i = 0; i < LockStore.INSIDERS_SHOWN; i++) {
            join(again(i % 2 == 0 ? "one" : "two", i));
        }
        join(again("two", 998), again("one", 999).ahead(Duration.ofMillis(1)));

        var requests =
                look().waiters().stream().map(waiter -> waiter.claim().request().text()).toList();

        // The late one with a head start comes before all of them, so the last two are one too
        // many.
        assertThat(requests)
                .hasSize(LockStore.INSIDERS_SHOWN + 1)
                .startsWith("one-999", "request-of-first", "one-0")
                .doesNotContain("two-998", "two-" + (LockStore.INSIDERS_SHOWN - 1));
    }

    @Test
    void theInterestsOwnersAreShownWithAllTheirLiveWaiters() {
        join(Drafts.waiter("first"), Drafts.waiter("second"), Drafts.waiter("third"));
        join(again("fourth", 1), again("fourth", 2), again("fourth", 3).ticketLease(aTick));
        advance(aTick);

        assertThat(shownTo(Interest.in(new OwnerId("fourth"))))
                .containsExactly("first", "second", "fourth", "fourth");
    }

    @Test
    void theInterestsRequestsAreShownEvenIfLapsed() {
        join(Drafts.waiter("first"), Drafts.waiter("second"), Drafts.waiter("dead"));
        advance(Drafts.TICKET_LEASE);
        join(Drafts.waiter("third"), Drafts.waiter("fourth"), Drafts.waiter("fifth"));
        var requests =
                Set.of(
                        Drafts.requestOf("dead"),
                        Drafts.requestOf("fifth"),
                        new RequestId("unheard-of"));

        assertThat(shownTo(new Interest(requests, Set.of())))
                .containsExactly("dead", "third", "fourth", "fifth");
    }

    @Test
    void aWaiterIsShownOnceForHoweverManyReasons() {
        granted(Drafts.hold("alice").on(WEB).request("held"));
        join(Drafts.waiter("alice"), Drafts.waiter("bob").shared());
        var interest =
                new Interest(
                        Set.of(Drafts.requestOf("alice"), Drafts.requestOf("bob")),
                        Set.of(new OwnerId("alice"), new OwnerId("bob")));

        assertThat(shownTo(interest)).containsExactly("alice", "bob");
    }

    @Test
    void waitersOfOtherRootsAreNotShown() {
        join(Drafts.waiter("here"));
        joined(Drafts.waiter("there").on("shop/production2//api"));
        var interest =
                new Interest(Set.of(Drafts.requestOf("there")), Set.of(new OwnerId("there")));

        assertThat(shownTo(interest)).containsExactly("here");
    }

    @Test
    void allWaitersAreCountedLiveAndLapsed() {
        join(
                Drafts.waiter("a"),
                Drafts.waiter("b"),
                Drafts.waiter("c"),
                Drafts.waiter("d").on(API));
        advance(Drafts.TICKET_LEASE);
        join(Drafts.waiter("e"));

        assertThat(look().waiting()).isEqualTo(5);
    }

    @Test
    void waitingPathsAreCountedWhateverTheModeAndTheLife() {
        join(
                Drafts.waiter("a").on(API),
                Drafts.waiter("b").on(API).shared(),
                Drafts.waiter("c").on(WEB));
        advance(Drafts.TICKET_LEASE);
        join(Drafts.waiter("d"));
        assertThat(look().waitingPaths()).isEqualTo(3);

        made(new Change.DropLapsed(10));
        assertThat(look().waitingPaths()).isEqualTo(1);
    }
}
