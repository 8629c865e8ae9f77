package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Standing;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.Notice;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Engines hear of commits that tell them. */
abstract class NoticesContract extends LockStoreScene {
    private static final EngineId TOLD = new EngineId("told");
    private static final EngineId OTHER = new EngineId("other");

    NoticesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private Ear listen(EngineId engine) {
        return Ear.on(store, engine, fixture.noticesWithin());
    }

    private void tell(EngineId... engines) {
        made(Drafts.commit().tell(engines));
    }

    @Test
    void anEngineHearsOfACommitThatTellsItWithItsRoot() {
        Ear ear = listen(TOLD);

        made(
                Drafts.commit(Drafts.hold("alice").on("a/b//c").grant())
                        .to(new Root("a/b"))
                        .tell(TOLD));

        ear.hears(new Root("a/b"));
    }

    @Test
    void whoHearsOfACommitSeesIt() {
        var seen = new AtomicReference<Integer>();
        var done = new CountDownLatch(1);
        var listening =
                store.listen(
                        TOLD,
                        notice -> {
                            seen.set(look(notice.root()).holds().size());
                            done.countDown();
                        });

        made(Drafts.commit(Drafts.hold("alice").grant()).tell(TOLD));

        Ear.await(done, fixture.noticesWithin());
        assertThat(seen).hasValue(1);
        listening.close();
    }

    @Test
    void whatIsOfferedToWaitersOfAnEngineIsToldToItAlone() {
        Ear ear = listen(TOLD);
        Ear other = listen(OTHER);
        Waiter first = joined(Drafts.waiter("alice").request("first"));
        var granted =
                Drafts.hold("bob")
                        .request("first")
                        .standing(Standing.UNCONFIRMED)
                        .engine("told")
                        .grant();

        var stamp =
                made(
                        Drafts.commit(
                                        Drafts.hold("alice")
                                                .request("mine")
                                                .engine("other")
                                                .grant(),
                                        Drafts.waiter("carol").request("later").join(),
                                        new Change.Leave(first, null),
                                        granted)
                                .tell(TOLD, OTHER));

        var request = new RequestId("first");
        var token = new Token(stamp.firstNumber() + 2);
        var made =
                new Notice.Made(stamp.now(), granted.draft().firstLease(), granted.draft().hash());
        assertThat(ear.next().offers())
                .isEqualTo(
                        switch (fixture.telling()) {
                            case GRANTS -> List.of(new Notice.Offer(request, token, made));
                            case OFFERS -> List.of(new Notice.Offer(request, token));
                            case ROOTS_ONLY -> List.of();
                        });
        assertThat(other.next().offers()).isEmpty();
    }

    @Test
    void allEnginesThatACommitTellsHearOfIt() {
        Ear one = listen(TOLD);
        Ear another = listen(OTHER);

        tell(TOLD, OTHER);

        one.hears(ROOT);
        another.hears(ROOT);
    }

    @Test
    void allListenersOfAnEngineHear() {
        Ear one = listen(TOLD);
        Ear another = listen(TOLD);

        tell(TOLD);

        one.hears(ROOT);
        another.hears(ROOT);
    }

    @Test
    void anEngineThatIsNotToldHearsNothing() {
        Ear told = listen(TOLD);
        Ear other = listen(OTHER);

        tell(TOLD);
        made(Drafts.commit(Drafts.hold("alice").grant()));

        told.hears(ROOT);
        other.heardNothing();
    }

    @Test
    void aRefusedCommitTellsNobody() {
        Ear ear = listen(TOLD);
        Ear witness = listen(OTHER);

        refused(Drafts.commit().given(new Condition.VersionIs(17)).tell(TOLD));
        tell(OTHER);

        witness.hears(ROOT);
        ear.heardNothing();
    }

    @Test
    void closingEndsIt() {
        Ear closed = listen(TOLD);
        Ear open = listen(TOLD);

        closed.close();
        tell(TOLD);

        open.hears(ROOT);
        closed.heardNothing();
    }

    @Test
    void closingTwiceIsHarmless() {
        Ear closed = listen(TOLD);
        Ear open = listen(TOLD);

        closed.close();
        closed.close();
        tell(TOLD);

        open.hears(ROOT);
    }

    @Test
    void aListenerIsCalledOnAThreadOfTheStore() {
        var thread = new AtomicReference<Thread>();
        var done = new CountDownLatch(1);
        store.listen(
                TOLD,
                root -> {
                    thread.set(Thread.currentThread());
                    done.countDown();
                });

        tell(TOLD);

        Ear.await(done, fixture.noticesWithin());
        assertThat(thread.get()).isNotNull().isNotSameAs(Thread.currentThread());
    }

    @Test
    void aListenerThatFailsBreaksNeitherCommitsNorNotices() {
        store.listen(
                TOLD,
                root -> {
                    throw new IllegalStateException("this listener always fails");
                });
        store.listen(
                TOLD,
                root -> {
                    throw new StackOverflowError("this listener always fails badly");
                });
        Ear ear = listen(TOLD);

        for (int i = 0; i < 3; i++) {
            tell(TOLD);
            ear.hears(ROOT);
        }

        made(Drafts.hold("alice").grant());
        assertThat(look().holds()).hasSize(1);
    }

    @Test
    void aListenerThatBlocksHoldsUpNoCommitAndNoLook() {
        var blocked = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        store.listen(
                TOLD,
                root -> {
                    blocked.countDown();
                    Ear.await(release, fixture.noticesWithin().multipliedBy(10));
                });
        tell(TOLD);
        Ear.await(blocked, fixture.noticesWithin());

        made(Drafts.commit(Drafts.hold("alice").grant()).tell(TOLD));

        assertThat(look().holds()).hasSize(1);
        assertThat(release.getCount()).isEqualTo(1);
        release.countDown();
    }
}
