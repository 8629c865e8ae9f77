package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Root;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Condition;
import holdfast.store.Interest;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several commits in one call are as good as one by one. */
abstract class BatchContract extends LockStoreScene {
    private static final Condition FALSE = new Condition.VersionIs(17);

    BatchContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    private static Commit grantIn(String root, Condition... conditions) {
        return Drafts.commit(Drafts.hold("owner-of-" + root).on(root).grant())
                .to(new Root(root))
                .given(conditions)
                .interest(Interest.in(Drafts.requestOf("owner-of-" + root)))
                .draft();
    }

    private static Root rootOf(CommitResult result) {
        assertThat(result).isInstanceOf(CommitResult.Refused.class);
        return ((CommitResult.Refused) result).view().root();
    }

    @Test
    void noCommitsHaveNoAnswers() {
        assertThat(store.commit(List.of())).isEmpty();
    }

    @Test
    void eachCommitIsMade() {
        var results = store.commit(List.of(grantIn("a"), grantIn("b"), grantIn("c")));

        assertThat(results).hasSize(3).allMatch(CommitResult.Committed.class::isInstance);
        assertThat(holdersOf(store.holds(null, 10).holds()))
                .containsExactly("owner-of-a", "owner-of-b", "owner-of-c");
    }

    @Test
    void aRefusedCommitDoesNotHinderTheOthers() {
        var results =
                store.commit(
                        List.of(
                                grantIn("a", FALSE),
                                grantIn("b"),
                                grantIn("c", FALSE),
                                grantIn("d")));

        assertThat(results)
                .extracting(CommitResult.Refused.class::isInstance)
                .containsExactly(true, false, true, false);
        assertThat(holdersOf(store.holds(null, 10).holds()))
                .containsExactly("owner-of-b", "owner-of-d");
    }

    @Test
    void theAnswersAreInTheOrderOfTheCommits() {
        var roots = IntStream.range(0, 40).mapToObj(i -> "root-" + (i * 7) % 40).toList();

        var results = store.commit(roots.stream().map(root -> grantIn(root, FALSE)).toList());

        assertThat(results)
                .extracting(BatchContract::rootOf)
                .extracting(Root::text)
                .isEqualTo(roots);
    }

    @Test
    void ofCommitsToOneRootUnderOneVersionExactlyOneIsMade() {
        var commits =
                IntStream.range(0, 10)
                        .mapToObj(i ->
                                Drafts.commit(Drafts.hold("owner-" + i).grant())
                                        .given(new Condition.VersionIs(0))
                                        .draft())
                        .toList();

        var results = store.commit(commits);

        assertThat(results).filteredOn(CommitResult.Committed.class::isInstance).hasSize(1);
        assertThat(look().holds()).hasSize(1);
    }

    @Test
    void commitsToOneRootTakeDifferentNumbers() {
        var commits =
                IntStream.range(0, 10)
                        .mapToObj(i -> Drafts.commit(Drafts.waiter("owner-" + i).join()).draft())
                        .toList();

        store.commit(commits);

        assertThat(queue())
                .extracting(waiter -> waiter.ticket().number())
                .doesNotHaveDuplicates()
                .hasSize(10);
    }
}
