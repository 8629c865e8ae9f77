package holdfast.store.testkit;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Each condition, when it holds and when it does not. */
abstract class ConditionsContract extends LockStoreScene {
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private static final Fate.Ended ENDED = new Fate.Ended(null, null, new Ending.Expired());

    ConditionsContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private void holds(Condition condition) {
        made(Drafts.commit().given(condition));
    }

    private void failsToHold(Condition condition) {
        refused(Drafts.commit().given(condition));
    }

    @Test
    void theVersionOfARootNeverSeenIsZero() {
        holds(new Condition.VersionIs(0));
        failsToHold(new Condition.VersionIs(1));
    }

    @Test
    void aVersionHoldsUntilAHoldIsGrantedAmendedOrEndedOrAWaiterIsRemoved() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        var amend = new Change.Amend(hold.token(), hold.claims(), hold.terms());
        var leave = new Change.Leave(waiter, new Ending.Cancelled("enough"));
        var end = new Change.End(hold, new Ending.Released());

        for (Change change :
                new Change[] {Drafts.hold("carol").shared().grant(), amend, leave, end}) {
            var seen = new Condition.VersionIs(look().version());
            holds(seen);
            made(change);
            failsToHold(seen);
        }
    }

    @Test
    void aVersionStillHoldsAfterJoinsHeartbeatsAndTouches() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        var seen = new Condition.VersionIs(look().version());

        made(Drafts.waiter("carol").join());
        made(
                new Change.Extend(hold.token(), Drafts.LEASE),
                new Change.Touch(waiter.ticket(), Drafts.LEASE));

        holds(seen);
    }

    @Test
    void theEpochOfARootNeverSeenIsZero() {
        holds(new Condition.EpochIs(0));
        failsToHold(new Condition.EpochIs(1));
    }

    @Test
    void anEpochHoldsUntilSomebodyJoinsAtTheFront() {
        joined(Drafts.waiter("alice"));
        var seen = new Condition.EpochIs(look().epoch());
        granted(Drafts.hold("bob"));
        holds(seen);

        joined(Drafts.waiter("carol").shared());

        failsToHold(seen);
    }

    @Test
    void aHoldIsLiveUntilTheInstantOfItsEnd() {
        Hold hold = granted(Drafts.hold("alice"));
        var live = new Condition.HoldLive(hold.token());
        var lapsed = new Condition.HoldLapsed(hold.token(), hold.until());

        advance(Drafts.LEASE.minus(aTick));
        holds(live);
        failsToHold(lapsed);

        advance(aTick);
        failsToHold(live);
        holds(lapsed);
    }

    @Test
    void aHoldThatWasProlongedMeanwhileHasNotLapsedAsItWasSeen() {
        Hold hold = granted(Drafts.hold("alice"));
        advance(Drafts.LEASE.dividedBy(2));
        made(new Change.Extend(hold.token(), Drafts.LEASE));
        advance(Drafts.LEASE.multipliedBy(2));

        failsToHold(new Condition.HoldLapsed(hold.token(), hold.until()));
    }

    @Test
    void aHoldIsThereLiveOrLapsedUntilItIsEnded() {
        Hold hold = granted(Drafts.hold("alice"));
        var there = new Condition.HoldThere(hold.token());
        holds(there);

        advance(Drafts.LEASE.multipliedBy(2));
        holds(there);

        made(new Change.End(hold, new Ending.Expired()));
        failsToHold(there);
    }

    @Test
    void aHoldThatIsNotThereIsNeitherLiveNorLapsed() {
        Hold hold = granted(Drafts.hold("alice"));
        made(new Change.End(hold, new Ending.Released()));

        failsToHold(new Condition.HoldLive(hold.token()));
        failsToHold(new Condition.HoldLapsed(hold.token(), hold.until()));
        failsToHold(new Condition.HoldLive(new Token(1)));
    }

    @Test
    void aHoldOfAnotherRootIsNotThere() {
        Hold elsewhere = granted(Drafts.hold("alice").on("another/root"));

        failsToHold(new Condition.HoldThere(elsewhere.token()));
        failsToHold(new Condition.HoldLive(elsewhere.token()));
    }

    @Test
    void aWaiterIsThereLiveOrLapsedUntilItLeaves() {
        Waiter waiter = joined(Drafts.waiter("alice"));
        var there = new Condition.WaiterThere(waiter.ticket());
        holds(there);

        advance(Drafts.TICKET_LEASE.multipliedBy(2));
        holds(there);

        made(new Change.Leave(waiter, null));
        failsToHold(there);
    }

    @Test
    void aWaiterOfAnotherRootOrATokenIsNoWaiterHere() {
        Waiter elsewhere = joined(Drafts.waiter("alice").on("another/root"));
        advance(A_SECOND);
        Hold hold = granted(Drafts.hold("bob"));

        failsToHold(new Condition.WaiterThere(elsewhere.ticket()));
        failsToHold(new Condition.WaiterThere(new Ticket(hold.token().value())));
    }

    @Test
    void aRequestIsUnknownIfItNeitherWaitsNorHoldsNorHowItEndedIsKept() {
        var unknown = new Condition.RequestUnknown(Drafts.requestOf("alice"));
        holds(unknown);

        Waiter waiter = joined(Drafts.waiter("alice"));
        failsToHold(unknown);

        made(new Change.Leave(waiter, null), Drafts.hold("alice").grant());
        failsToHold(unknown);

        made(new Change.End(look().holds().getFirst(), new Ending.Unconfirmed()));
        holds(unknown);

        made(new Change.Remember(unknown.request(), ENDED));
        failsToHold(unknown);
    }

    @Test
    void aRequestRememberedInAnotherRootIsUnknownHere() {
        var request = new RequestId("deploy-7");
        var elsewhere = Drafts.commit(new Change.Remember(request, ENDED));
        made(elsewhere.to(new Root("another/root")));

        holds(new Condition.RequestUnknown(request));
    }

    @Test
    void waitersAreCountedLiveAndLapsedTogether() {
        holds(new Condition.WaitersBelow(1));
        joined(Drafts.waiter("alice"));
        joined(Drafts.waiter("bob").on("shop/production//api").shared());
        advance(Drafts.TICKET_LEASE);
        joined(Drafts.waiter("carol"));

        failsToHold(new Condition.WaitersBelow(2));
        failsToHold(new Condition.WaitersBelow(3));
        holds(new Condition.WaitersBelow(4));
    }

    @Test
    void aTimeHasNotPassedWhileItIsTheVeryTime() {
        StoreTime inASecond = look().now().plus(A_SECOND);
        var notAfter = new Condition.NotAfter(inASecond);
        holds(notAfter);

        advance(A_SECOND);
        holds(notAfter);

        advance(aTick);
        failsToHold(notAfter);
    }
}
