package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Root;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.store.AuditRecord;
import holdfast.store.Change;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A commit happens as a whole or not at all, and a refusal shows why. */
abstract class RefusalsContract extends LockStoreScene {
    private static final Condition FALSE = new Condition.VersionIs(17);
    private static final RequestId REQUEST = new RequestId("deploy-7");

    private static final Change.Remember REMEMBERED =
            new Change.Remember(
                    REQUEST, new Fate.Ended(null, null, new Ending.Cancelled("enough")));

    RefusalsContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    /** All that a commit to the root could change. */
    private record Picture(
            RootView view, List<Waiter> queue, List<Hold> holds, List<AuditRecord> audit) {}

    private Picture picture() {
        var interest = new Interest(Set.of(REQUEST), Set.of(new OwnerId("bob")));
        return new Picture(
                look(interest), queue(), store.holds(null, 100).holds(), store.audit(100));
    }

    @Test
    void aCommitWithoutConditionsIsMade() {
        made(Drafts.commit(Drafts.hold("alice").grant()));

        assertThat(holdersOf(look().holds())).containsExactly("alice");
    }

    @Test
    void aCommitIsMadeIfAllItsConditionsHold() {
        var seen = look();

        made(
                Drafts.commit(Drafts.hold("alice").grant())
                        .given(
                                new Condition.VersionIs(seen.version()),
                                new Condition.EpochIs(seen.epoch()),
                                new Condition.RequestUnknown(REQUEST),
                                new Condition.WaitersBelow(1),
                                new Condition.NotAfter(seen.now())));

        assertThat(holdersOf(look().holds())).containsExactly("alice");
    }

    @Test
    void aCommitIsRefusedIfOneOfItsConditionsDoesNotHoldWhicheverItIs() {
        var holds = new Condition.EpochIs(0);

        refused(Drafts.commit(Drafts.hold("alice").grant()).given(FALSE, holds, holds));
        refused(Drafts.commit(Drafts.hold("alice").grant()).given(holds, FALSE, holds));
        refused(Drafts.commit(Drafts.hold("alice").grant()).given(holds, holds, FALSE));

        assertThat(look().holds()).isEmpty();
    }

    @Test
    void conditionsAreJudgedBeforeTheChangesOfTheirCommit() {
        made(
                Drafts.commit(Drafts.hold("alice").grant(), Drafts.waiter("bob").join(), REMEMBERED)
                        .given(
                                new Condition.VersionIs(0),
                                new Condition.EpochIs(0),
                                new Condition.WaitersBelow(1),
                                new Condition.RequestUnknown(REQUEST)));
        Hold hold = look().holds().getFirst();

        made(
                Drafts.commit(new Change.End(hold, new Ending.Released()))
                        .given(new Condition.HoldThere(hold.token())));
    }

    @Test
    void aRefusedCommitChangesNothing() {
        Hold hold = granted(Drafts.hold("alice"));
        Waiter waiter = joined(Drafts.waiter("bob"));
        Waiter lapsed = joined(Drafts.waiter("carol").ticketLease(aTick));
        advance(aTick);
        Picture before = picture();
        assertThat(before.view().waiters()).contains(waiter).doesNotContain(lapsed);

        refused(
                Drafts.commit(
                                Drafts.hold("dave").grant(),
                                new Change.Amend(hold.token(), List.of(), hold.terms()),
                                new Change.Extend(hold.token(), Drafts.LEASE.multipliedBy(2)),
                                new Change.End(hold, new Ending.Released()),
                                Drafts.waiter("erin").join(),
                                new Change.Touch(waiter.ticket(), Drafts.LEASE),
                                new Change.Leave(waiter, null),
                                new Change.DropLapsed(10),
                                REMEMBERED,
                                new Change.Audit(Drafts.audit("force-unlock")))
                        .given(FALSE));

        assertThat(picture()).isEqualTo(before);
        assertThat(store.entangling(new OwnerId("dave"))).isEmpty();
        assertThat(store.entangling(new OwnerId("erin"))).isEmpty();
        assertThat(store.rootOf(hold.id())).contains(ROOT);
    }

    @Test
    void aRefusedCommitLeavesAnUntouchedRootUntouched() {
        refused(
                Drafts.commit(Drafts.hold("alice").grant(), Drafts.waiter("bob").join())
                        .given(FALSE));

        assertThat(look()).isEqualTo(RootView.untouched(ROOT, look().now()));
        assertThat(store.waitingRoots(null, 10)).isEmpty();
    }

    @Test
    void aRefusalShowsTheRootAsALookDoes() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        joined(Drafts.waiter("carol"));
        joined(Drafts.waiter("dave"));

        RootView shown = refused(Drafts.commit().given(FALSE));

        assertThat(shown).isEqualTo(look());
        assertThat(ownersOf(shown.waiters())).containsExactly("bob", "carol");
    }

    @Test
    void whatACommitShowsAfterItselfIsWhatALookShows() {
        Hold hold = granted(Drafts.hold("alice"));
        for (String owner : List.of("bob", "carol", "dave", "erin")) {
            joined(Drafts.waiter(owner));
        }
        var commit =
                Drafts.commit(
                                new Change.End(hold, new Ending.Released()),
                                new Change.Leave(queue().getFirst(), null),
                                Drafts.hold("bob").grant(),
                                Drafts.waiter("alice").join())
                        .interest(Interest.in(REQUEST).always());

        CommitResult result = result(commit.draft());

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        RootView after = ((CommitResult.Committed) result).after();
        assertThat(after == null || after.equals(look(Interest.in(REQUEST)))).isTrue();
    }

    @Test
    void whoWantsToSeeFarIsShownTheLineWithoutAGap() {
        Hold hold = granted(Drafts.hold("alice"));
        for (int i = 0; i < 12; i++) {
            joined(Drafts.waiter("waiter-" + i));
        }
        var commit =
                Drafts.commit(
                                new Change.End(hold, new Ending.Released()),
                                new Change.Leave(queue().getFirst(), null),
                                Drafts.hold("waiter-0").grant())
                        .interest(Interest.NONE.alwaysFar());

        CommitResult result = result(commit.draft());

        assertThat(result).isInstanceOf(CommitResult.Committed.class);
        RootView after = ((CommitResult.Committed) result).after();
        if (after != null) {
            assertThat(after.waiters().size()).isGreaterThanOrEqualTo(2);
            assertThat(after.waiters()).isEqualTo(queue().subList(0, after.waiters().size()));
        }
    }

    @Test
    void aRefusalOfACommitToAnUntouchedRootShowsItUntouched() {
        RootView shown = refused(Drafts.commit().given(new Condition.HoldThere(new Token(1))));

        assertThat(shown).isEqualTo(RootView.untouched(ROOT, shown.now()));
    }

    @Test
    void aRefusalShowsWhatTheCommitIsInterestedIn() {
        for (String owner : List.of("alice", "bob", "carol", "dave", "erin")) {
            joined(Drafts.waiter(owner));
        }
        made(REMEMBERED, new Change.Remember(new RequestId("other"), REMEMBERED.fate()));
        var interest =
                new Interest(
                        Set.of(REQUEST, Drafts.requestOf("erin")), Set.of(new OwnerId("dave")));

        RootView shown = refused(Drafts.commit().given(FALSE).interest(interest));

        assertThat(shown).isEqualTo(look(interest));
        assertThat(ownersOf(shown.waiters())).containsExactly("alice", "bob", "dave", "erin");
        assertThat(shown.fates())
                .isEqualTo(
                        Map.of(
                                REQUEST,
                                REMEMBERED.fate(),
                                Drafts.requestOf("erin"),
                                new Fate.Live()));
    }

    @Test
    void aCommitMadeTwiceIsTwoCommits() {
        var commit = Drafts.commit(Drafts.hold("alice").shared().grant()).draft();

        result(commit);
        result(commit);

        assertThat(holdersOf(look().holds())).containsExactly("alice", "alice");
    }

    @Test
    void conditionsProtectFromARepetition() {
        var commit =
                Drafts.commit(Drafts.hold("alice").grant(), REMEMBERED)
                        .given(new Condition.RequestUnknown(REQUEST));
        made(commit);

        refused(commit);

        assertThat(look().holds()).hasSize(1);
    }

    @Test
    void aCommitToOneRootChangesNoOther() {
        granted(Drafts.hold("alice"));
        joined(Drafts.waiter("bob"));
        Picture before = picture();
        var other = new Root("shop/production2");

        made(Drafts.commit(Drafts.hold("carol").on(other.text()).grant()).to(other));
        made(Drafts.commit(Drafts.waiter("dave").on(other.text()).join(), REMEMBERED).to(other));
        advance(Drafts.LEASE);
        made(Drafts.commit(new Change.DropLapsed(10)).to(other));

        assertThat(look().holds()).isEqualTo(before.view().holds());
        assertThat(queue()).isEqualTo(before.queue());
        assertThat(look().version()).isEqualTo(before.view().version());
        assertThat(look().epoch()).isEqualTo(before.view().epoch());
        assertThat(fateOf(REQUEST)).isEmpty();
    }
}
