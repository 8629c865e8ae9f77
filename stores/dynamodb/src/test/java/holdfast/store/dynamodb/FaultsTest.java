package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.StoreException;
import holdfast.store.dynamodb.FaultyService.Fault;
import holdfast.store.testkit.CommitDrafting;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.FaultyProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers are told, and what is left, when the service or the way to it fails. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class FaultsTest {
    private final DynamoAddress address = TestDynamo.newTables();
    private final FaultyService service = FaultyService.before(TestDynamo.server().port());
    private final FaultyProxy proxy = FaultyProxy.before(TestDynamo.server().port());
    private final DynamoLockStore behindService =
            DynamoLockStore.open(TestDynamo.through(service.port(), address, "&timeout=2s"));
    private final DynamoLockStore behindProxy =
            DynamoLockStore.open(TestDynamo.through(proxy.port(), address, "&timeout=2s"));

    @AfterEach
    void stop() {
        behindService.close();
        behindProxy.close();
        service.close();
        proxy.close();
    }

    private static CommitDrafting grant(String owner) {
        return Drafts.commit(Drafts.hold(owner).grant())
                .given(new Condition.RequestUnknown(Drafts.requestOf(owner)));
    }

    private static CommitResult commit(DynamoLockStore store, CommitDrafting commit) {
        return store.commit(List.of(commit.draft())).getFirst();
    }

    private static RootView look(DynamoLockStore store) {
        return store.read(Drafts.ROOT, Interest.in(Drafts.requestOf("alice")));
    }

    @Test
    void aWriteWhoseAnswerWasCutIsReadBackAndRecognised() {
        look(behindProxy);
        proxy.cutAtTheNextAnswer();

        assertThat(commit(behindProxy, grant("alice"))).isInstanceOf(CommitResult.Committed.class);

        assertThat(look(behindProxy).holds()).hasSize(1);
    }

    @Test
    void aJoinWhoseAnswerWasCutIsReadBackAndRecognised() {
        commit(behindProxy, grant("alice"));
        proxy.cutAtTheNextAnswer();

        assertThat(commit(behindProxy, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(CommitResult.Committed.class);

        assertThat(look(behindProxy).waiting()).isEqualTo(1);
    }

    @Test
    void aWriteThatFailedAfterItWasMadeIsRecognised() {
        look(behindService);
        service.next(Fault.failingAfterwards(500, "InternalServerError"));

        assertThat(commit(behindService, grant("alice")))
                .isInstanceOf(CommitResult.Committed.class);

        assertThat(look(behindService).holds()).hasSize(1);
    }

    @Test
    void aWriteThatFailedBeforeItWasMadeIsUnknownAndWasNotMade() {
        look(behindService);
        service.next(Fault.refusing(500, "InternalServerError", "out of order"));

        assertThatThrownBy(() -> commit(behindService, grant("alice")))
                .isInstanceOf(StoreException.OutcomeUnknown.class);

        assertThat(look(behindService).holds()).isEmpty();
        assertThat(commit(behindService, grant("alice")))
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    void aWriteThatIsNotAnsweredInTimeAndCannotBeReadBackIsUnknown() {
        look(behindProxy);
        proxy.swallowAnswers();

        assertThatThrownBy(() -> commit(behindProxy, grant("alice")))
                .isInstanceOf(StoreException.OutcomeUnknown.class)
                .hasMessageContaining("in time");

        proxy.passAnswers();
        proxy.cutAll();
        assertThat(look(behindService).holds()).hasSize(1);
        assertThat(commit(behindService, grant("alice"))).isInstanceOf(CommitResult.Refused.class);
    }

    @Test
    void aThrottledWriteWasNotMadeAndMayBeTriedAgain() {
        look(behindService);
        service.next(
                Fault.refusing(400, "ProvisionedThroughputExceededException", "slow down, please"));

        assertThatThrownBy(() -> commit(behindService, grant("alice")))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("ProvisionedThroughputExceeded");

        assertThat(commit(behindService, grant("alice")))
                .isInstanceOf(CommitResult.Committed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ThrottlingError", "ProvisionedThroughputExceeded"})
    void aThrottledTransactionWasNotMadeAndMayBeTriedAgain(String code) {
        commit(behindService, grant("alice"));
        service.next(cancelled("{\"Code\":\"None\"},{\"Code\":\"" + code + "\"}"));

        assertThatThrownBy(() -> commit(behindService, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining(code);

        assertThat(look(behindService).waiting()).isZero();
        assertThat(commit(behindService, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Test
    void aTransactionThatFailedAfterItWasMadeIsRecognised() {
        commit(behindService, grant("alice"));
        service.next(Fault.failingAfterwards(500, "InternalServerError"));

        assertThat(commit(behindService, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(CommitResult.Committed.class);
        assertThat(look(behindService).waiting()).isEqualTo(1);
    }

    @Test
    void aTransactionThatFailedBeforeItWasMadeIsUnknownAndWasNotMade() {
        commit(behindService, grant("alice"));
        service.next(Fault.refusing(500, "InternalServerError", "out of order"));

        assertThatThrownBy(() -> commit(behindService, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(look(behindService).waiting()).isZero();
    }

    /** Whoever hears that nothing was written would do it once more. */
    @Test
    void aCommitWhoseTouchFailsIsNotSaidToHaveWrittenNothing() {
        commit(behindService, grant("alice"));
        commit(behindService, Drafts.commit(Drafts.waiter("bob").join()));
        Waiter bob = behindService.queue(Drafts.ROOT, 1).getFirst();
        service.next(
                new Fault(
                        "UpdateItem"::equals,
                        Fault.Order.INSTEAD,
                        Duration.ZERO,
                        400,
                        "ThrottlingException",
                        "slow down, please"));

        assertThatThrownBy(() ->
                        commit(
                                behindService,
                                Drafts.commit(
                                        Drafts.waiter("carol").join(),
                                        new Change.Touch(bob.ticket(), Drafts.TICKET_LEASE))))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(look(behindService).waiting()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GetItem", "BatchGetItem", "Query"})
    void aLookWhoseAnswerFailsInAnyOfItsRequestsIsUnavailable(String operation) {
        commit(behindService, grant("alice"));
        for (int i = 0; i < (operation.equals("BatchGetItem") ? 1 : 10); i++) {
            commit(behindService, Drafts.commit(Drafts.waiter("waiter-" + i).join()));
        }
        service.next(
                new Fault(
                        operation::equals,
                        Fault.Order.AFTERWARDS,
                        Duration.ZERO,
                        500,
                        "InternalServerError",
                        "it failed"));

        assertThatThrownBy(() -> look(behindService))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThat(look(behindService).waiting()).isPositive();
    }

    /** Under load the service answers a batch in part. */
    @Test
    void whatABatchLeavesOutIsReadAgain() {
        commit(behindService, grant("alice"));
        commit(behindService, Drafts.commit(Drafts.waiter("bob").join()));
        String key = "{\"Keys\":[{\"lockKey\":{\"S\":\"" + Drafts.ROOT + "\"}}]}";
        service.next(
                new Fault(
                        "BatchGetItem"::equals,
                        Fault.Order.INSTEAD,
                        Duration.ZERO,
                        200,
                        "",
                        "{\"Responses\":{},\"UnprocessedKeys\":{\""
                                + address.table()
                                + "\":"
                                + key
                                + "}}"));

        RootView view = look(behindService);

        assertThat(view.holds()).hasSize(1);
        assertThat(view.waiters()).hasSize(1);
    }

    @Test
    void aLookThatFailsIsUnavailable() {
        service.next(Fault.refusing(503, "ServiceUnavailable", "not now"));
        assertThatThrownBy(() -> look(behindService))
                .isInstanceOf(StoreException.Unavailable.class);

        proxy.cutAtTheNextAnswer();
        assertThatThrownBy(() -> look(behindProxy)).isInstanceOf(StoreException.Unavailable.class);
        assertThat(look(behindProxy).holds()).isEmpty();
    }

    @Test
    void slowAnswersAreWaitedFor() {
        service.always(Fault.slow(Duration.ofMillis(300)));

        assertThat(commit(behindService, grant("alice")))
                .isInstanceOf(CommitResult.Committed.class);
        assertThat(look(behindService).holds()).hasSize(1);
    }

    @Test
    void withoutAConnectionNothingIsSent() {
        proxy.close();

        assertThatThrownBy(() -> commit(behindProxy, grant("alice")))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("cannot be reached");
    }

    @Test
    void aTransactionThatMetAnotherIsMadeAfterIt() {
        commit(behindService, grant("alice"));
        service.next(cancelled("{\"Code\":\"TransactionConflict\"},{\"Code\":\"None\"}"));

        assertThat(commit(behindService, Drafts.commit(Drafts.waiter("bob").join())))
                .isInstanceOf(CommitResult.Committed.class);
        assertThat(look(behindService).waiting()).isEqualTo(1);
    }

    /** @param reasons of its parts, as JSON */
    private static Fault cancelled(String reasons) {
        return new Fault(
                "TransactWriteItems"::equals,
                Fault.Order.INSTEAD,
                Duration.ZERO,
                400,
                "TransactionCanceledException",
                "cancelled\",\"CancellationReasons\":[" + reasons + "],\"x\":\"");
    }
}
