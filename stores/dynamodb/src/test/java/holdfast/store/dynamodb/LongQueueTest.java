package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.RootView;
import holdfast.store.testkit.Drafts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hand-overs in a line of which the item cannot tell all. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class LongQueueTest extends TwoProcesses {
    @Test
    void aLongQueueOfWhichTheGiverKnewNothingTakesThreeRequestsAsWell() throws Exception {
        RootView alone = look(giver);
        joinMany();
        requests(toGiver);

        release(alone);
        List<String> byGiver = requests(toGiver);
        awaitLetter();
        Hold granted = next();
        requests(toGetter);
        RootView after = confirmed(granted);

        assertThat(granted.owner().name()).isEqualTo("waiter-0");
        assertThat(byGiver).containsExactly("PutItem", "TransactWriteItems");
        assertThat(requests(toGetter)).containsExactly("PutItem");
        assertThat(after.waiting()).isEqualTo(19);
        assertThat(after.waitingPaths()).isEqualTo(1);
        assertThat(after.waiters())
                .extracting(one -> one.owner().name())
                .containsExactly("waiter-1", "waiter-2");
    }

    /** The item tells of fewer and fewer with every grant, until somebody reads the line again. */
    @Test
    void inALongQueueEveryHandOverBetweenTwoProcessesIsAtMostThreeRequests() throws Exception {
        BlockingQueue<Root> letters = new LinkedBlockingQueue<>();
        giver.listen(GIVER, notice -> letters.add(notice.root()));
        getter.listen(GETTER, notice -> letters.add(notice.root()));
        RootView view = look(giver);
        joinInTurns(10);
        var order = new ArrayList<String>();

        for (int i = 0; i < 10; i++) {
            boolean even = i % 2 == 0;
            DynamoLockStore by = even ? giver : getter;
            requests(toGiver);
            requests(toGetter);
            release(by, even ? GIVER : GETTER, view);
            var seen = new ArrayList<String>(requests(even ? toGiver : toGetter));
            assertThat(letters.poll(30, TimeUnit.SECONDS)).isNotNull();
            held = next();
            requests(toGiver);
            requests(toGetter);
            view = confirmed(even ? getter : giver, held);
            seen.addAll(requests(even ? toGetter : toGiver));
            assertThat(seen).hasSizeLessThanOrEqualTo(3);
            order.add(held.owner().name());
        }

        assertThat(order).isEqualTo(names(10));
        assertThat(view.waiting()).isZero();
    }

    /** As engines do: whoever joins has read the line. */
    private void joinInTurns(int count) {
        for (int i = 0; i < count; i++) {
            boolean even = i % 2 == 0;
            EngineId engine = even ? GETTER : GIVER;
            var commit =
                    Drafts.commit(Drafts.waiter("waiter-" + i).engine(engine.text()).join())
                            .given(new Condition.RequestUnknown(new RequestId("new-" + i)))
                            .draft();
            assertThat((even ? getter : giver).commit(List.of(commit)).getFirst())
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }

    /** Then others than the first count too. */
    @Test
    void aLongQueueInWhichSomebodyWaitsTwiceIsRead() {
        RootView alone = look(giver);
        joinMany();
        join("waiter-7");
        requests(toGiver);

        release(alone);

        assertThat(requests(toGiver)).containsExactly("PutItem", "Query", "TransactWriteItems");
        assertThat(next().owner().name()).isEqualTo("waiter-0");
    }

    @Test
    void aLongQueueInWhichTheHolderWaitsTooIsRead() {
        RootView alone = look(giver);
        joinMany();
        made(getter, Drafts.waiter("alice").on(Drafts.ROOT.text()).engine(GETTER.text()).join());
        requests(toGiver);

        release(alone);

        assertThat(requests(toGiver)).containsExactly("PutItem", "Query", "TransactWriteItems");
    }

    @Test
    void theFirstOfALongQueueIsPassedOverWhereItsPlaceHasLapsed() {
        RootView alone = look(giver);
        joinMany();
        clock.advance(Drafts.TICKET_LEASE.minusSeconds(1));
        touch("waiter-1");
        clock.advance(Duration.ofSeconds(10));

        release(alone);

        assertThat(next().owner().name()).isEqualTo("waiter-1");
    }

    @Test
    void whoJoinsALongQueueWithPriorityIsTheFirstOfWhomTheItemTells() {
        RootView alone = look(giver);
        joinMany();
        made(
                getter,
                Drafts.waiter("urgent")
                        .priority(Priority.CRITICAL)
                        .ahead(Duration.ofMinutes(30))
                        .engine(GETTER.text())
                        .join());
        requests(toGiver);

        release(alone);

        assertThat(requests(toGiver)).containsExactly("PutItem", "TransactWriteItems");
        assertThat(next().owner().name()).isEqualTo("urgent");
    }

    /** Who joins without having read the line does not know who stands between. */
    @Test
    void nobodyIsToldOutOfTurn() {
        joinMany();
        made(giver, new Change.Extend(held.token(), Duration.ofMinutes(10)));
        made(giver, Drafts.waiter("late").engine(GIVER.text()).join());

        release(look(giver));

        assertThat(next().owner().name()).isEqualTo("waiter-0");
        assertThat(firstTold()).doesNotContain("late");
    }

    private List<String> firstTold() {
        try (var link = DynamoLink.open(address, TestDynamo.exactly(clock))) {
            return new RootReader(link)
                    .item(Drafts.ROOT).first().waiters().stream()
                            .map(waiter -> waiter.owner().name())
                            .toList();
        }
    }

    @Test
    void whoConfirmsHasTheLockAlthoughTheLineCannotBeReadAfterIt() throws Exception {
        joinMany();
        join("waiter-7");
        release(look(giver));
        awaitLetter();
        Hold granted = next();
        toGetter.always(
                new FaultyService.Fault(
                        "Query"::equals,
                        FaultyService.Fault.Order.INSTEAD,
                        Duration.ZERO,
                        500,
                        "InternalServerError",
                        "it failed"));

        var commit = confirmation(granted);
        var confirmed = (CommitResult.Committed) getter.commit(List.of(commit)).getFirst();

        assertThat(confirmed.after()).isNull();
        assertThat(next().standing()).isEqualTo(Standing.CONFIRMED);
    }

    private void joinMany() {
        join(names(20).toArray(String[]::new));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "waiter-" + i).toList();
    }
}
