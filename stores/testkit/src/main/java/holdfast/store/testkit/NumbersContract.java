package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tokens and tickets: numbers of a root that only grow. */
abstract class NumbersContract extends LockStoreScene {
    private static final Duration TEN_DAYS = Duration.ofDays(10);

    NumbersContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    @Test
    void theFirstNumberOfARootIsTheStoresTimeInMicroseconds() {
        var stamp = made(Drafts.hold("alice").grant());

        assertThat(stamp.firstNumber()).isEqualTo(stamp.now().micros());
        assertThat(look().holds().getFirst().token()).isEqualTo(new Token(stamp.firstNumber()));
    }

    @Test
    void theNextNumberIsAgainTheTimeIfThatIsMore() {
        made(Drafts.hold("alice").grant());
        advance(Duration.ofSeconds(5));

        var stamp = made(Drafts.waiter("bob").join());

        assertThat(stamp.firstNumber()).isEqualTo(stamp.now().micros());
        assertThat(queue().getFirst().ticket()).isEqualTo(new Ticket(stamp.firstNumber()));
    }

    @Test
    void theNextNumberIsOneMoreThanTheLastIfTheTimeIsNot() {
        var first = made(Drafts.hold("alice").grant());
        var second = made(Drafts.waiter("bob").join());
        var third = made(Drafts.hold("carol").grant());

        assertThat(second.firstNumber()).isEqualTo(first.firstNumber() + 1);
        assertThat(third.firstNumber()).isEqualTo(second.firstNumber() + 1);
    }

    @Test
    void eachGrantAndJoinOfACommitCountsUpByOneInTheOrderOfChanges() {
        var stamp =
                made(
                        Drafts.hold("first").shared().grant(),
                        Drafts.waiter("second").join(),
                        new Change.DropLapsed(10),
                        Drafts.waiter("third").join(),
                        Drafts.hold("fourth").shared().grant());

        assertThat(look().holds())
                .extracting(hold -> hold.owner().name(), hold -> hold.token().value())
                .containsExactly(
                        tuple("first", stamp.firstNumber()),
                        tuple("fourth", stamp.firstNumber() + 3));
        assertThat(queue())
                .extracting(waiter -> waiter.owner().name(), waiter -> waiter.ticket().number())
                .containsExactly(
                        tuple("second", stamp.firstNumber() + 1),
                        tuple("third", stamp.firstNumber() + 2));
    }

    @Test
    void aCommitAfterOneWithSeveralNumbersGoesOnBehindTheLastOfThem() {
        var first =
                made(
                        Drafts.waiter("a").join(),
                        Drafts.waiter("b").join(),
                        Drafts.waiter("c").join());

        var next = made(Drafts.waiter("d").join());

        assertThat(next.firstNumber()).isEqualTo(first.firstNumber() + 3);
    }

    @Test
    void aCommitThatNeitherGrantsNorJoinsTakesNoNumber() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));

        made(
                new Change.Extend(hold.token(), Drafts.LEASE),
                new Change.Amend(hold.token(), hold.claims(), hold.terms()),
                new Change.Touch(waiter.ticket(), Drafts.LEASE),
                new Change.Audit(Drafts.audit("look")),
                Drafts.cancelled(new RequestId("deploy-7")));

        assertThat(made(Drafts.waiter("carol").join()).firstNumber())
                .isEqualTo(waiter.ticket().number() + 1);
    }

    @Test
    void aRefusedCommitTakesNoNumber() {
        var first = made(Drafts.hold("alice").grant());

        refused(Drafts.commit(Drafts.hold("bob").grant()).given(new Condition.VersionIs(0)));

        assertThat(made(Drafts.waiter("carol").join()).firstNumber())
                .isEqualTo(first.firstNumber() + 1);
    }

    @Test
    void eachRootHasNumbersOfItsOwn() {
        made(Drafts.waiter("a").join(), Drafts.waiter("b").join());
        var other = new Root("another/root");

        var stamp = made(Drafts.commit(Drafts.waiter("c").on("another/root").join()).to(other));

        assertThat(stamp.firstNumber()).isEqualTo(stamp.now().micros());
    }

    @Test
    void numbersDoNotRepeatAfterEverythingEndedAndTheClockWasSetBack() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        made(
                new Change.End(hold, new Ending.Released()),
                new Change.Leave(waiter, new Ending.Cancelled("")));

        fixture.stepBack(TEN_DAYS);

        assertThat(made(Drafts.hold("carol").grant()).firstNumber())
                .isGreaterThan(waiter.ticket().number());
    }

    @Test
    void aVacantRootRemembersItsLastNumberForSevenDays() {
        long farAhead = look().now().plus(TEN_DAYS).micros();
        made(new Change.RaiseNumbers(farAhead), Drafts.hold("alice").grant());
        made(new Change.End(look().holds().getFirst(), new Ending.Released()));

        advance(LockStore.REMEMBERED_FOR.minus(aTick));

        assertThat(made(Drafts.hold("bob").grant()).firstNumber()).isEqualTo(farAhead + 1);
    }

    @Test
    void numbersBeginWhereTheyAreRaisedToIfThatIsMore() {
        long more = look().now().plus(TEN_DAYS).micros();

        var stamp =
                made(
                        new Change.RaiseNumbers(more),
                        Drafts.hold("alice").shared().grant(),
                        Drafts.waiter("bob").join());

        assertThat(stamp.firstNumber()).isEqualTo(more);
        assertThat(look().holds().getFirst().token().value()).isEqualTo(more);
        assertThat(queue().getFirst().ticket().number()).isEqualTo(more + 1);
    }

    @Test
    void numbersAreNeverRaisedToLess() {
        var first = made(Drafts.hold("alice").shared().grant());

        var second = made(new Change.RaiseNumbers(17), Drafts.hold("bob").shared().grant());

        assertThat(second.firstNumber()).isEqualTo(first.firstNumber() + 1);
    }

    @Test
    void raisingNumbersWithoutTakingAnyChangesNothing() {
        long more = look().now().plus(TEN_DAYS).micros();

        made(new Change.RaiseNumbers(more));

        var next = made(Drafts.hold("alice").grant());
        assertThat(next.firstNumber()).isEqualTo(next.now().micros());
    }

    @Test
    void laterNumbersGoOnBehindRaisedOnes() {
        long more = look().now().plus(TEN_DAYS).micros();
        made(new Change.RaiseNumbers(more), Drafts.hold("alice").shared().grant());

        var next = made(Drafts.hold("bob").shared().grant());

        assertThat(next.firstNumber()).isEqualTo(more + 1);
        assertThat(look().holds())
                .extracting(hold -> hold.token().value())
                .isEqualTo(List.of(more, more + 1));
    }
}
