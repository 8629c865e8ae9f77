package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Note;
import holdfast.model.Standing;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.RootView;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a hand-over between two processes takes in requests, and that it goes to the right one. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class HandOverTest extends TwoProcesses {
    private static final int UNIT = 1_024;

    @Test
    void whoGivesAndWhoGetsNeedThreeRequestsAlthoughTheGiverKnewOfNobody() throws Exception {
        RootView alone = look(giver);
        join("bob");
        requests(toGiver);

        release(alone);
        List<String> byGiver = requests(toGiver);
        awaitLetter();
        requests(toGetter);
        confirm(next());

        assertThat(byGiver).containsExactly("PutItem", "TransactWriteItems");
        assertThat(requests(toGetter)).containsExactly("PutItem");
        assertThat(next().standing()).isEqualTo(Standing.CONFIRMED);
        assertThat(next().owner().name()).isEqualTo("bob");
    }

    @Test
    void whoKnowsWhoWaitsGivesTheLockOnByOneRequest() throws Exception {
        join("bob", "carol");
        RootView known = look(giver);
        requests(toGiver);

        release(known);
        List<String> byGiver = requests(toGiver);
        awaitLetter();
        requests(toGetter);
        confirm(next());

        assertThat(byGiver).containsExactly("TransactWriteItems");
        assertThat(requests(toGetter)).containsExactly("PutItem");
    }

    @Test
    void whoHasRenewedItsLockSinceSomebodyJoinedReadsOnlyTheItem() {
        RootView alone = look(giver);
        join("bob", "carol");
        made(giver, new Change.Extend(held.token(), Duration.ofMinutes(10)));
        requests(toGiver);

        release(alone);

        assertThat(requests(toGiver)).containsExactly("GetItem", "TransactWriteItems");
        assertThat(next().owner().name()).isEqualTo("bob");
    }

    @Test
    void aLetterTellsWhoElseWaitsSoTheNextHandOverNeedsNoLookEither() throws Exception {
        RootView alone = look(giver);
        join("bob", "carol", "dave");
        release(alone);
        awaitLetter();
        Hold bob = next();
        requests(toGetter);

        RootView after = confirmed(bob);

        assertThat(requests(toGetter)).containsExactly("PutItem");
        assertThat(after.waiting()).isEqualTo(2);
        assertThat(after.waiters()).extracting(one -> one.owner().name()).contains("carol");
    }

    @Test
    void aPlaceThatWasTouchedSinceTheItemToldOfItIsGrantedWithoutALook() {
        RootView alone = look(giver);
        join("bob", "carol");
        clock.advance(Drafts.TICKET_LEASE.minusSeconds(1));
        touch("bob");
        clock.advance(Duration.ofSeconds(10));
        requests(toGiver);

        release(alone);

        assertThat(requests(toGiver)).containsExactly("PutItem", "TransactWriteItems");
        assertThat(next().owner().name()).isEqualTo("bob");
    }

    @Test
    void aPlaceThatHasLapsedIsPassedOverAlthoughTheItemTellsOfIt() {
        RootView alone = look(giver);
        join("bob", "carol");
        clock.advance(Drafts.TICKET_LEASE.minusSeconds(1));
        touch("carol");
        clock.advance(Duration.ofSeconds(10));

        release(alone);

        assertThat(next().owner().name()).isEqualTo("carol");
    }

    @Test
    void whereAllPlacesHaveLapsedTheLockIsFree() {
        RootView alone = look(giver);
        join("bob", "carol");
        clock.advance(Drafts.TICKET_LEASE.plusSeconds(1));

        release(alone);

        assertThat(look(giver).holds()).isEmpty();
    }

    /** A newcomer must not stand behind somebody who is gone. */
    @Test
    void whoAsksForALockIsToldOfNobodyWhosePlaceHasLapsed() {
        join("bob");
        clock.advance(Drafts.TICKET_LEASE.plusSeconds(1));

        var commit =
                Drafts.commit(new Change.Extend(held.token(), Duration.ofMinutes(1)))
                        .given(new Condition.EpochIs(0))
                        .draft();

        var refused = (CommitResult.Refused) giver.commit(List.of(commit)).getFirst();
        assertThat(refused.view().waiters()).isEmpty();
        assertThat(refused.view().waiting()).isEqualTo(1);
    }

    @Test
    void whoWaitsForPartsIsLookedAtOnceItsPlaceMayHaveLapsed() {
        RootView alone = look(giver);
        made(
                getter,
                Drafts.waiter("bob").on(Drafts.ROOT + "//api").engine(GETTER.text()).join(),
                Drafts.waiter("carol").on(Drafts.ROOT + "//web").engine(GETTER.text()).join());
        clock.advance(Drafts.TICKET_LEASE.minusSeconds(1));
        touch("carol");
        clock.advance(Duration.ofSeconds(10));

        release(alone);

        assertThat(look(giver).holds()).extracting(one -> one.owner().name()).containsOnly("carol");
    }

    /** What is told of waiters is written with every heartbeat: it must fit into what that costs anyway. */
    @Test
    void waitersDoNotMakeTheItemCostAnotherUnit() {
        for (int i = 0; i < 20; i++) {
            made(
                    getter,
                    Drafts.waiter("waiter-" + i)
                            .note(new Note("deploy " + i, Map.of("commit", "c0ffee" + i * i)))
                            .engine(GETTER.text())
                            .join());
            made(giver, new Change.Extend(held.token(), Duration.ofMinutes(10)));
            assertThat(Attributes.size(item())).isLessThanOrEqualTo(UNIT);
        }
        assertThat(look(giver).waiting()).isEqualTo(20);
    }

    @Test
    void aLineThatHasGrownSinceItWasSeenNeedNotBeReadAgain() {
        join("bob", "carol", "dave", "erin", "frank");
        RootView known = look(giver);
        join("grace");
        requests(toGiver);

        release(known);

        assertThat(requests(toGiver)).containsExactly("TransactWriteItems", "TransactWriteItems");
        assertThat(next().owner().name()).isEqualTo("bob");
    }

    /** Other tools take what has ended. */
    @Test
    void theItemDoesNotEndBeforeAPlaceThatWasTouchedSinceTheGiverSawIt() {
        join("bob", "carol");
        RootView known = look(giver);
        clock.advance(Drafts.TICKET_LEASE.minusSeconds(1));
        touch("carol");

        release(known);

        assertThat(next().owner().name()).isEqualTo("bob");
        assertThat(itemEndsIn()).isGreaterThanOrEqualTo(Drafts.TICKET_LEASE.toSeconds());
    }

    @Test
    void aHeartbeatDoesNotTakeBackWhatATouchMoved() {
        made(giver, new Change.End(held, new Ending.Released()));
        made(giver, Drafts.hold("alice").lease(Duration.ofSeconds(20)).grant());
        held = next();
        join("bob");
        look(giver);
        clock.advance(Duration.ofSeconds(5));
        touch("bob");

        made(giver, new Change.Extend(held.token(), Duration.ofSeconds(20)));

        assertThat(itemEndsIn()).isGreaterThanOrEqualTo(Drafts.TICKET_LEASE.toSeconds());
    }

    private long itemEndsIn() {
        return Attributes.number(item(), RootItems.EXPIRES) - clock.getAsLong() / 1_000_000_000L;
    }

    private Map<String, AttributeValue> item() {
        try (var link = DynamoLink.open(address, TestDynamo.exactly(clock))) {
            return link.get(address.table(), RootItems.key(Drafts.ROOT));
        }
    }
}
