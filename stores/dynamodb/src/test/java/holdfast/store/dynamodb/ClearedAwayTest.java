package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.RequestId;
import holdfast.model.StoreTime;
import holdfast.model.Token;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** The service clears away what has ended, at any moment after that, also between a look and a write. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
final class ClearedAwayTest {
    private final ManualClock clock = new ManualClock();
    private final DynamoAddress address = TestDynamo.newTablesWithoutEnds();
    private final DynamoLockStore store = DynamoLockStore.open(address, TestDynamo.exactly(clock));
    private final DynamoLink link = DynamoLink.open(address, TestDynamo.exactly(clock));

    @AfterEach
    void stop() {
        store.close();
        link.close();
    }

    private CommitResult commit(Condition condition, Change... changes) {
        return store.commit(List.of(Drafts.commit(changes).given(condition).draft())).getFirst();
    }

    private void made(Change... changes) {
        assertThat(store.commit(List.of(Drafts.commit(changes).draft())).getFirst())
                .isInstanceOf(CommitResult.Committed.class);
    }

    private Hold held() {
        return store.read(Drafts.ROOT, Interest.NONE).holds().getFirst();
    }

    private void clear(String table, Map<String, AttributeValue> key) {
        link.write(service -> service.deleteItem(delete -> delete.tableName(table).key(key)));
    }

    @Test
    void aLockThatEndedAndWasClearedAwayIsNotRenewedAndTheNextTokenIsLarger() {
        made(Drafts.hold("alice").grant());
        Hold alice = held();
        clock.advance(Drafts.LEASE.plusSeconds(1));
        clear(address.table(), RootItems.key(Drafts.ROOT));

        assertThat(
                        commit(
                                new Condition.HoldLive(alice.token()),
                                new Change.Extend(alice.token(), Drafts.LEASE)))
                .isInstanceOf(CommitResult.Refused.class);
        made(Drafts.hold("bob").grant());
        assertThat(held().token()).isGreaterThan(alice.token());
    }

    @Test
    void whoWaitsIsStillThereWhenTheRootWasClearedAway() {
        made(Drafts.hold("alice").grant());
        made(Drafts.waiter("bob").join());
        Hold alice = held();
        clock.advance(Drafts.LEASE.plusSeconds(1));
        clear(address.table(), RootItems.key(Drafts.ROOT));

        var refused =
                (CommitResult.Refused)
                        commit(
                                new Condition.HoldThere(alice.token()),
                                new Change.End(alice, new Ending.Expired()));

        assertThat(refused.view().waiting()).isEqualTo(1);
        assertThat(store.queue(Drafts.ROOT, 10)).hasSize(1);
    }

    @Test
    void requestsWhoseEndWasClearedAwayAreUnknownAgain() {
        var requests = new ArrayList<RequestId>();
        for (int i = 0; i < 30; i++) {
            var request = new RequestId("request-" + i);
            requests.add(request);
            made(new Change.Remember(request, released(i)));
        }
        assertThat(commit(new Condition.RequestUnknown(requests.getFirst())))
                .isInstanceOf(CommitResult.Refused.class);
        clock.advance(Duration.ofDays(9));
        clearAllRecords();

        for (RequestId request : requests) {
            assertThat(commit(new Condition.RequestUnknown(request)))
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }

    private Fate.Ended released(int i) {
        return new Fate.Ended(
                LockId.of(new StoreTime(clock.getAsLong()), "alice", i),
                new Token(i + 1),
                new Ending.Released());
    }

    private void clearAllRecords() {
        var ends = new ArrayList<Map<String, AttributeValue>>();
        link.scan(
                ScanRequest.builder().tableName(address.recordsTable()),
                page ->
                        page.stream()
                                .filter(item -> item.containsKey(Records.EXPIRES))
                                .forEach(ends::add));
        assertThat(ends).isNotEmpty();
        ends.forEach(item ->
                clear(
                        address.recordsTable(),
                        Records.key(
                                Attributes.text(item, Records.PART),
                                Attributes.text(item, Records.ITEM))));
    }
}
