package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Ending;
import holdfast.model.Root;
import holdfast.store.Agreement;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many threads, on one handle or two, see one store. */
abstract class ConcurrencyContract extends LockStoreScene {
    private static final int ROUNDS = 25;

    /** Of a store that is shared, every other member of the crowd is in another process. */
    private final List<LockStore> handles;

    ConcurrencyContract(Supplier<LockStoreFixture> open) {
        super(open);
        handles =
                switch (fixture.openAgain()) {
                    case SecondHandle.OnSameData<LockStore> second ->
                            List.of(store, second.store());
                    case SecondHandle.OnOwnData<LockStore> alone -> List.of(store);
                };
    }

    private LockStore handle(int member) {
        return handles.get(member % handles.size());
    }

    private static CommitResult commit(LockStore store, CommitDrafting commit) {
        return store.commit(List.of(commit.draft())).getFirst();
    }

    private static <T> List<T> flat(List<List<T>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }

    @Test
    void ofAllWhoSawOneVersionExactlyOneChangesIt() {
        List<List<Long>> won = Crowd.of(this::replaceTheHoldAgainAndAgain);

        // Each version was replaced once; were one replaced twice, two members would have won on
        // it.
        assertThat(flat(won)).hasSize(Crowd.SIZE * ROUNDS).doesNotHaveDuplicates();
        assertThat(look().holds()).hasSize(1);
    }

    /** The versions on which this member won. */
    private Callable<List<Long>> replaceTheHoldAgainAndAgain(int member) {
        LockStore mine = handle(member);
        return () -> {
            var won = new ArrayList<Long>();
            RootView view = mine.read(ROOT, Interest.NONE);
            while (won.size() < ROUNDS) {
                var changes = new ArrayList<Change>();
                view.holds()
                        .forEach(hold -> changes.add(new Change.End(hold, new Ending.Released())));
                changes.add(Drafts.hold("member-" + member).grant());
                var commit = Drafts.commit(changes.toArray(Change[]::new));
                switch (commit(mine, commit.given(new Condition.VersionIs(view.version())))) {
                    case CommitResult.Committed made -> {
                        won.add(view.version());
                        view = mine.read(ROOT, Interest.NONE);
                    }
                    case CommitResult.Refused refused -> view = refused.view();
                }
            }
            return won;
        };
    }

    @Test
    void joinsDoNotConflictWithEachOther() {
        var blocker = granted(Drafts.hold("alice"));
        var behind = new Condition.HoldThere(blocker.token());

        List<List<Long>> tickets =
                Crowd.of(member ->
                        () ->
                                numbers(
                                        handle(member),
                                        round ->
                                                Drafts.commit(
                                                                Drafts.waiter(
                                                                                "waiter-" + member
                                                                                        + "-"
                                                                                        + round)
                                                                        .join())
                                                        .given(behind)));

        assertThat(flat(tickets)).hasSize(Crowd.SIZE * ROUNDS).doesNotHaveDuplicates();
        assertThat(queue())
                .extracting(waiter -> waiter.ticket().number())
                .containsExactlyInAnyOrderElementsOf(flat(tickets));
        assertThat(look().waiting()).isEqualTo(Crowd.SIZE * ROUNDS);
    }

    @Test
    void numbersAreTakenOnceAndGrowForEachWhoTakesThem() {
        List<List<Long>> tokens =
                Crowd.of(member ->
                        () ->
                                numbers(
                                        handle(member),
                                        round ->
                                                Drafts.commit(
                                                        Drafts.hold(
                                                                        "holder-" + member + "-"
                                                                                + round)
                                                                .shared()
                                                                .grant())));

        assertThat(flat(tokens)).hasSize(Crowd.SIZE * ROUNDS).doesNotHaveDuplicates();
        assertThat(tokens).allSatisfy(own -> assertThat(own).isSorted());
        assertThat(look().holds()).hasSize(Crowd.SIZE * ROUNDS);
    }

    private static List<Long> numbers(LockStore store, IntFunction<CommitDrafting> commits) {
        return Stream.iterate(0, round -> round < ROUNDS, round -> round + 1)
                .map(round -> commit(store, commits.apply(round)))
                .map(result -> ((CommitResult.Committed) result).stamp().firstNumber())
                .toList();
    }

    @Test
    void aLimitOfWaitersIsKeptHoweverManyPushIn() {
        Crowd.of(member ->
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        var join =
                                Drafts.commit(
                                        Drafts.waiter("waiter-" + member + "-" + round).join());
                        commit(handle(member), join.given(new Condition.WaitersBelow(10)));
                    }
                    return member;
                });

        assertThat(queue()).hasSize(10);
    }

    @Test
    void aRequestThatManyMakeAtOnceIsGrantedOnce() {
        var request = Drafts.requestOf("alice");
        var commit =
                Drafts.commit(Drafts.hold("alice").grant())
                        .given(new Condition.RequestUnknown(request));

        List<CommitResult> results = Crowd.of(member -> () -> commit(handle(member), commit));

        assertThat(results).filteredOn(CommitResult.Committed.class::isInstance).hasSize(1);
        assertThat(look().holds()).hasSize(1);
    }

    @Test
    void eachSeesItsOwnCommitsAtOnceWhateverTheOthersDo() {
        List<Boolean> allSeen =
                Crowd.of(member -> () -> seesItsOwnCommits(handle(member), "root-" + member));

        assertThat(allSeen).containsOnly(true);
        assertThat(store.holds(null, 1_000).holds()).hasSize(Crowd.SIZE * ROUNDS);
    }

    private static boolean seesItsOwnCommits(LockStore mine, String root) {
        boolean all = true;
        for (int round = 1; round <= ROUNDS; round++) {
            Commit commit =
                    Drafts.commit(Drafts.hold("owner-" + round).on(root).shared().grant())
                            .to(new Root(root))
                            .draft();
            mine.commit(List.of(commit));
            all &= mine.read(new Root(root), Interest.NONE).holds().size() == round;
        }
        return all;
    }

    @Test
    void commitsAreInTheOrderOfTheirTimesAndVersions() {
        var seen = Collections.synchronizedList(new ArrayList<RootView>());

        Crowd.of(member ->
                () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        fixture.advance(aTick);
                        commit(
                                handle(member),
                                Drafts.commit(
                                        Drafts.hold("m-" + member + "-" + round).shared().grant()));
                        seen.add(handle(member).read(ROOT, Interest.NONE));
                    }
                    return member;
                });

        // Of two pictures the one with more holds is the later, in every respect.
        var byHolds =
                seen.stream()
                        .sorted((one, other) -> one.holds().size() - other.holds().size())
                        .toList();
        assertThat(byHolds).extracting(RootView::version).isSorted();
        assertThat(byHolds.getLast().holds()).extracting(hold -> hold.acquiredAt()).isSorted();
    }

    @Test
    void allWhoProposeAtOnceGetTheSameAgreement() {
        List<Agreement> answers =
                Crowd.of(member ->
                        () ->
                                handle(member)
                                        .agree(
                                                new Agreement(
                                                        member,
                                                        Duration.ofMinutes(member + 1),
                                                        1,
                                                        1)));

        assertThat(answers).containsOnly(answers.getFirst());
    }
}
