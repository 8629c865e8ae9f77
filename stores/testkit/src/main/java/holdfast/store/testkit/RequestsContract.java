package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a store remembers of requests, and for how long. */
abstract class RequestsContract extends LockStoreScene {
    private static final RequestId REQUEST = new RequestId("deploy-7");
    private static final Fate.Ended CANCELLED =
            new Fate.Ended(null, null, new Ending.Cancelled("enough"));
    private static final Fate.Ended RELEASED =
            new Fate.Ended(
                    new LockId("lock_1772368215123456789_alice_0000002a"),
                    new Token(5),
                    new Ending.Released());

    RequestsContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    static Stream<Ending> endings() {
        return Stream.of(
                new Ending.Released(),
                new Ending.Expired(),
                new Ending.Unconfirmed(),
                new Ending.Forced("operator", "stuck since\n\"noon\""),
                new Ending.Transferred(Drafts.owner("bob")),
                new Ending.Cancelled("enough"),
                new Ending.Aborted(List.of(new OwnerId("alice"), new OwnerId("bob"))));
    }

    private void remember(String request, Fate.Ended fate) {
        made(new Change.Remember(new RequestId(request), fate));
    }

    /** One commit for all: what is newer is told by the order of changes too. */
    private void rememberMany(int count) {
        Change[] changes =
                IntStream.range(0, count)
                        .mapToObj(i -> new Change.Remember(new RequestId("newer-" + i), CANCELLED))
                        .toArray(Change[]::new);
        made(changes);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void anEndedFateIsRememberedHoweverItEnded(Ending ending) {
        var fate = new Fate.Ended(new LockId("lock_1_alice_0000002a"), new Token(5), ending);

        made(new Change.Remember(REQUEST, fate));

        assertThat(fateOf(REQUEST)).contains(fate);
    }

    @Test
    void anEndedFateMayHaveNoLock() {
        made(new Change.Remember(REQUEST, CANCELLED));

        assertThat(fateOf(REQUEST)).contains(CANCELLED);
    }

    @Test
    void aNewFateTakesThePlaceOfTheOneBefore() {
        made(new Change.Remember(REQUEST, RELEASED));
        assertThat(fateOf(REQUEST)).contains(RELEASED);

        made(new Change.Remember(REQUEST, CANCELLED));
        assertThat(fateOf(REQUEST)).contains(CANCELLED);
    }

    @Test
    void aRequestThatHoldsOrWaitsIsLiveWhateverWasRememberedOfIt() {
        made(new Change.Remember(List.of(REQUEST, new RequestId("two")), RELEASED));

        Hold hold = granted(Drafts.hold("alice").request(REQUEST.text()));
        Waiter waiter = joined(Drafts.waiter("bob").request("two"));
        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
        assertThat(fateOf(new RequestId("two"))).contains(new Fate.Live());

        made(new Change.Remember(List.of(REQUEST, new RequestId("two")), CANCELLED));
        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
        assertThat(fateOf(new RequestId("two"))).contains(new Fate.Live());

        made(new Change.End(hold, new Ending.Unconfirmed()), new Change.Leave(waiter, null));
        assertThat(fateOf(REQUEST)).contains(CANCELLED);
        assertThat(fateOf(new RequestId("two"))).contains(CANCELLED);
    }

    @Test
    void everyClaimOfAHoldIsLiveAndNothingThatIsOnlyAPartOfItsName() {
        Hold hold = granted(Drafts.hold("alice").request("deploy"));
        var claims =
                Stream.of("deploy", "roll out", "%_")
                        .map(id -> new Claim(new RequestId(id), hold.resource(), hold.mode()))
                        .toList();

        made(new Change.Amend(hold.token(), claims, hold.terms()));

        assertThat(claims)
                .allSatisfy(claim -> assertThat(fateOf(claim.request())).contains(new Fate.Live()));
        assertThat(Stream.of("depl", "oy", "roll", "Deploy", "x_", "%", "deploy roll out"))
                .allSatisfy(id -> assertThat(fateOf(new RequestId(id))).isEmpty());
    }

    @Test
    void aRequestThatIsLiveInAnotherRootIsUnknownHere() {
        granted(Drafts.hold("alice").on("another/root").request("one"));
        joined(Drafts.waiter("bob").on("another/root").request("two"));

        assertThat(fateOf(new RequestId("one"))).isEmpty();
        assertThat(fateOf(new RequestId("two"))).isEmpty();
    }

    @Test
    void aLookShowsTheFatesOfTheRequestsItIsInterestedInAndNoOthers() {
        remember("one", CANCELLED);
        remember("two", RELEASED);
        remember("three", CANCELLED);

        var view =
                look(
                        new Interest(
                                Set.of(new RequestId("one"), new RequestId("two"), REQUEST),
                                Set.of()));

        assertThat(view.fates())
                .isEqualTo(Map.of(new RequestId("one"), CANCELLED, new RequestId("two"), RELEASED));
        assertThat(look().fates()).isEmpty();
    }

    @Test
    void eachRootRemembersItsOwnRequests() {
        made(new Change.Remember(REQUEST, CANCELLED));

        var elsewhere = store.read(new Root("another/root"), Interest.in(REQUEST));

        assertThat(elsewhere.fates()).isEmpty();
    }

    @Test
    void anEndedFateIsKeptForSevenDays() {
        made(new Change.Remember(REQUEST, CANCELLED));

        advance(LockStore.REMEMBERED_FOR.minus(aTick));

        assertThat(fateOf(REQUEST)).contains(CANCELLED);
        refused(Drafts.commit().given(new Condition.RequestUnknown(REQUEST)));
    }

    @Test
    void anEndedFateIsForgottenAfterSevenDays() {
        granted(Drafts.hold("alice"));
        made(new Change.Remember(REQUEST, CANCELLED));

        advance(LockStore.REMEMBERED_FOR.plusMinutes(1));

        assertThat(fateOf(REQUEST)).isEmpty();
        made(Drafts.commit().given(new Condition.RequestUnknown(REQUEST)));
    }

    @Test
    void anEndedFateIsKeptInAVacantRoot() {
        Hold hold = granted(Drafts.hold("alice").request(REQUEST.text()));
        made(new Change.End(hold, new Ending.Released()), new Change.Remember(REQUEST, RELEASED));

        advance(LockStore.REMEMBERED_FOR.minus(aTick));

        assertThat(fateOf(REQUEST)).contains(RELEASED);
    }

    @Test
    void anEndedFateIsKeptWhileFewerNewerOnesCame() {
        made(new Change.Remember(REQUEST, CANCELLED));

        rememberMany(LockStore.REMEMBERED_PER_ROOT - 1);

        assertThat(fateOf(REQUEST)).contains(CANCELLED);
    }

    @Test
    void anEndedFateIsPushedOutByAThousandNewerOnes() {
        made(new Change.Remember(REQUEST, CANCELLED));

        rememberMany(LockStore.REMEMBERED_PER_ROOT);

        assertThat(fateOf(REQUEST)).isEmpty();
        assertThat(fateOf(new RequestId("newer-0"))).contains(CANCELLED);
        made(Drafts.commit().given(new Condition.RequestUnknown(REQUEST)));
    }

    @Test
    void anEndedFateThatIsToldAgainIsNewAgain() {
        made(new Change.Remember(REQUEST, CANCELLED));
        rememberMany(LockStore.REMEMBERED_PER_ROOT - 1);
        made(new Change.Remember(REQUEST, RELEASED));

        remember("one-more", CANCELLED);

        assertThat(fateOf(REQUEST)).contains(RELEASED);
        assertThat(fateOf(new RequestId("newer-0"))).isEmpty();
        assertThat(fateOf(new RequestId("newer-1"))).contains(CANCELLED);
    }

    @Test
    void fatesThatWereToldAgainOrAreNotShownStillCountAsNewer() {
        made(new Change.Remember(REQUEST, CANCELLED));
        joined(Drafts.waiter("bob").request("again"));
        rememberMany(LockStore.REMEMBERED_PER_ROOT - 3);
        remember("newer-0", RELEASED);
        remember("again", CANCELLED);

        assertThat(fateOf(REQUEST)).contains(CANCELLED);

        remember("one-more", CANCELLED);

        assertThat(fateOf(REQUEST)).isEmpty();
    }

    @Test
    void requestsThatShareAFateAreRememberedEachAndCountOnce() {
        var requests = List.of(REQUEST, new RequestId("two"), new RequestId("three"));
        made(new Change.Remember(requests, RELEASED));

        rememberMany(LockStore.REMEMBERED_PER_ROOT - 1);

        assertThat(requests).allSatisfy(request -> assertThat(fateOf(request)).contains(RELEASED));

        remember("two", CANCELLED);

        assertThat(fateOf(new RequestId("two"))).contains(CANCELLED);
        assertThat(fateOf(REQUEST)).isEmpty();
    }

    @Test
    void whatIsToldOfOneRequestLeavesThoseThatSharedItsFateAlone() {
        var other = new RequestId("other");
        made(new Change.Remember(List.of(REQUEST, other), RELEASED));

        made(new Change.Remember(REQUEST, CANCELLED));

        assertThat(fateOf(other)).contains(RELEASED);
        assertThat(fateOf(REQUEST)).contains(CANCELLED);

        made(new Change.Remember(List.of(REQUEST, other), RELEASED));
        made(new Change.Remember(other, CANCELLED));

        assertThat(fateOf(other)).contains(CANCELLED);
        assertThat(fateOf(REQUEST)).contains(RELEASED);
    }

    @Test
    void fatesOfOtherRootsPushNothingOut() {
        made(Drafts.commit(new Change.Remember(REQUEST, CANCELLED)).to(new Root("another/root")));

        rememberMany(LockStore.REMEMBERED_PER_ROOT);

        assertThat(store.read(new Root("another/root"), Interest.in(REQUEST)).fates()).hasSize(1);
    }

    @Test
    void aLiveFateIsKeptAsLongAsItsHoldHoweverManyAndHoweverLong() {
        Hold hold =
                granted(Drafts.hold("alice").request(REQUEST.text()).lease(Duration.ofDays(100)));

        rememberMany(LockStore.REMEMBERED_PER_ROOT + 1);
        advance(LockStore.REMEMBERED_FOR.multipliedBy(2));
        made(new Change.Extend(hold.token(), Drafts.LEASE));

        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
    }

    @Test
    void aLiveFateIsKeptAsLongAsItsWaiterEvenIfThatHasLapsed() {
        joined(Drafts.waiter("bob").request(REQUEST.text()));

        rememberMany(LockStore.REMEMBERED_PER_ROOT + 1);
        advance(LockStore.REMEMBERED_FOR.multipliedBy(2));

        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
    }

    @Test
    void liveFatesPushNothingOut() {
        made(new Change.Remember(REQUEST, CANCELLED));

        rememberMany(LockStore.REMEMBERED_PER_ROOT - 1);
        for (int i = 0; i < 3; i++) {
            joined(Drafts.waiter("bob").request("waiting"));
            granted(Drafts.hold("alice").shared().request("holding"));
        }

        assertThat(fateOf(REQUEST)).contains(CANCELLED);
    }

    @Test
    void aLiveFateGoesWithItsWaiter() {
        Waiter lapsed = joined(Drafts.waiter("bob").request("one"));
        Waiter leaves =
                joined(Drafts.waiter("carol").request("two").ticketLease(Duration.ofHours(1)));
        advance(Drafts.TICKET_LEASE);

        made(new Change.DropLapsed(10), new Change.Leave(leaves, null));

        assertThat(fateOf(lapsed.claim().request())).isEmpty();
        assertThat(fateOf(leaves.claim().request())).isEmpty();
    }

    @Test
    void aLiveFateGoesWithItsHoldOrItsClaim() {
        Hold amended = granted(Drafts.hold("alice").shared().request("one"));
        Hold ended = granted(Drafts.hold("bob").shared().request("two"));

        made(
                new Change.Amend(amended.token(), List.of(), amended.terms()),
                new Change.End(ended, new Ending.Unconfirmed()));

        assertThat(fateOf(new RequestId("one"))).isEmpty();
        assertThat(fateOf(new RequestId("two"))).isEmpty();
    }

    @Test
    void aLiveFateStaysWithAWaiterWhoIsGranted() {
        Waiter waiter = joined(Drafts.waiter("bob").request(REQUEST.text()));

        made(new Change.Leave(waiter, null), Drafts.hold("bob").request(REQUEST.text()).grant());

        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
    }

    @Test
    void aLiveFateStaysWithAClaimThatIsKept() {
        Hold hold = granted(Drafts.hold("alice").request(REQUEST.text()));

        made(new Change.Amend(hold.token(), hold.claims(), hold.terms()));

        assertThat(fateOf(REQUEST)).contains(new Fate.Live());
    }

    @Test
    void howARequestEndedIsKeptWhicheverWayTheChangesAreOrdered() {
        Hold alice = granted(Drafts.hold("alice").shared().request("one"));
        Hold bob = granted(Drafts.hold("bob").shared().request("two"));

        made(
                new Change.Remember(new RequestId("one"), RELEASED),
                new Change.End(alice, new Ending.Released()),
                new Change.End(bob, new Ending.Released()),
                new Change.Remember(new RequestId("two"), RELEASED));

        assertThat(fateOf(new RequestId("one"))).contains(RELEASED);
        assertThat(fateOf(new RequestId("two"))).contains(RELEASED);
    }
}
