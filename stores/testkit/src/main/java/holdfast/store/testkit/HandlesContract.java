package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.store.Agreement;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a second process sees, or, of a store that is not shared, that it sees nothing. */
abstract class HandlesContract extends LockStoreScene {
    private static final Agreement AGREED = new Agreement(7, Duration.ofMinutes(10), 1_000, 256);

    HandlesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    /** Checks the promise of a store that is shared; of another, that nothing of the first is in the second. */
    private void onSecondHandle(Consumer<LockStore> promise) {
        switch (fixture.openAgain()) {
            case SecondHandle.OnSameData<LockStore> second -> promise.accept(second.store());
            case SecondHandle.OnOwnData<LockStore> second -> assertSeparate(second);
        }
    }

    private static void assertSeparate(SecondHandle.OnOwnData<LockStore> second) {
        assertThat(second.reason()).isNotBlank();
        assertThat(second.store().holds(null, 10).holds()).isEmpty();
        assertThat(second.store().waitingRoots(null, 10)).isEmpty();
        assertThat(second.store().audit(10)).isEmpty();
    }

    @Test
    void everyCommitThatReturnedIsSeenByAnotherProcess() {
        made(Drafts.hold("alice").grant(), Drafts.waiter("bob").join());

        onSecondHandle(second -> {
            assertThat(second.read(ROOT, Interest.NONE)).isEqualTo(look());
            made(Drafts.hold("carol").grant());
            assertThat(second.read(ROOT, Interest.NONE)).isEqualTo(look());
        });
    }

    @Test
    void conditionsHoldAcrossProcesses() {
        made(Drafts.hold("alice").grant());
        var commit =
                Drafts.commit(Drafts.hold("bob").grant()).given(new Condition.VersionIs(0)).draft();

        onSecondHandle(second ->
                assertThat(second.commit(List.of(commit)).getFirst())
                        .isInstanceOf(CommitResult.Refused.class));
    }

    @Test
    void timeDoesNotGoBackFromOneProcessToAnother() {
        assumeOneClock();
        StoreTime committed = made(Drafts.hold("alice").grant()).now();
        fixture.stepBack(Duration.ofHours(1));

        onSecondHandle(second ->
                assertThat(second.read(new Root("another/root"), Interest.NONE).now())
                        .isGreaterThanOrEqualTo(committed));
    }

    @Test
    void numbersDoNotRepeatFromOneProcessToAnother() {
        long last =
                made(Drafts.waiter("alice").join(), Drafts.waiter("bob").join()).firstNumber() + 1;
        var commit = Drafts.commit(Drafts.waiter("carol").join()).draft();

        onSecondHandle(second -> {
            var result = (CommitResult.Committed) second.commit(List.of(commit)).getFirst();
            assertThat(result.stamp().firstNumber()).isEqualTo(last + 1);
        });
    }

    @Test
    void freezesAuditAndAgreementAreThoseOfTheStore() {
        var freeze =
                store.placeFreeze(Drafts.freeze("release-night", "shop"), Drafts.audit("freeze"));
        store.agree(AGREED);

        onSecondHandle(second -> {
            assertThat(second.freezes().all()).containsExactly(freeze);
            assertThat(second.audit(10)).isEqualTo(store.audit(10));
            assertThat(second.agree(new Agreement(8, Duration.ofMinutes(1), 1, 1)))
                    .isEqualTo(AGREED);
        });
    }

    @Test
    void anEngineHearsOfACommitFromAnotherProcess() {
        var engine = new EngineId("told");
        made(Drafts.hold("alice").grant());
        Ear ear = Ear.on(store, engine, fixture.noticesWithin());
        var commit = Drafts.commit(Drafts.hold("bob").shared().grant()).tell(engine).draft();

        onSecondHandle(second -> {
            second.commit(List.of(commit));
            ear.hears(ROOT);
        });
    }

    @Test
    void whatWasCommittedIsStillThereWhenTheStoreIsOpenedAgain() {
        var hold = granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        var request = new RequestId("deploy-7");
        made(Drafts.cancelled(request), new Change.Audit(Drafts.audit("look")));
        store.placeFreeze(Drafts.freeze("release-night", "shop"), Drafts.audit("freeze"));
        var interest = new Interest(Set.of(request, Drafts.requestOf("alice")), Set.of());
        var before = look(interest);

        store.close();

        onSecondHandle(second -> {
            assertThat(second.read(ROOT, interest)).isEqualTo(before);
            assertThat(second.rootOf(hold.id())).contains(ROOT);
            assertThat(second.freezes().all()).hasSize(1);
            assertThat(second.audit(10)).hasSize(2);
        });
    }
}
