package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.SubPath;
import holdfast.model.Waiter;
import holdfast.store.Change;
import holdfast.store.Condition;
import holdfast.store.HoldCursor;
import holdfast.store.Interest;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every name that the model allows is kept as it is and told apart from every other. */
abstract class NamesContract extends LockStoreScene {
    NamesContract(Supplier<LockStoreFixture> open) {
        super(open);
    }

    /** What gives trouble where names become keys, patterns, paths or parts of queries. */
    static Stream<String> oddNames() {
        return Stream.of(
                "it's",
                "\"quoted\"",
                "100%",
                "100%25",
                "under_score",
                "back\\slash",
                "a:b;c,d|e",
                "{tag}",
                "[x]*?",
                "$1 `x` --",
                "' OR 1=1",
                "null",
                "..",
                "ünïcödé",
                "日本語/ラベル",
                "🚀/👩🏽",
                "\uFB01\uFF5E",
                "a b",
                "A",
                "r".repeat(Root.LENGTH_MAX),
                "€".repeat(Root.LENGTH_MAX),
                "🚀".repeat(Root.LENGTH_MAX / 2));
    }

    @ParameterizedTest
    @MethodSource("oddNames")
    void aRootIsFoundByItsName(String name) {
        var root = new Root(name);
        Hold hold = granted(Drafts.hold("alice").on(new Resource(root, SubPath.WHOLE)));
        joined(Drafts.waiter("bob").on(new Resource(root, SubPath.WHOLE)));
        granted(Drafts.hold("carol").on("zzz"));

        assertThat(look(root).root()).isEqualTo(root);
        assertThat(holdersOf(look(root).holds())).containsExactly("alice");
        assertThat(ownersOf(store.queue(root, 10))).containsExactly("bob");
        assertThat(store.rootOf(hold.id())).contains(root);
        assertThat(store.entangling(new OwnerId("bob"))).containsExactly(root);
        assertThat(store.waitingRoots(null, 10)).containsExactly(root);
        assertThat(store.waitingRoots(root, 10)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("oddNames")
    void everyOtherNameIsKeptAsItIs(String name) {
        var path = new SubPath(name);
        String id = name.codePointCount(0, name.length()) > 30 ? name.substring(0, 30) : name;
        var waiter =
                Drafts.waiter("bob")
                        .owner(new Owner(new OwnerId(id), id))
                        .on(new Resource(ROOT, path, "key of " + name))
                        .request(id)
                        .engine(id)
                        .draft();

        var stamp = made(new Change.Join(waiter));

        Waiter stored = look(Interest.in(new RequestId(id))).waiters().getFirst();
        assertThat(stored).isEqualTo(waiter.stamped(stamp.now(), stored.ticket()));
        assertThat(stored.engine()).isEqualTo(new EngineId(id));
        assertThat(fateOf(new RequestId(id))).isPresent();
        assertThat(store.entangling(new OwnerId(id))).containsExactly(ROOT);
        refused(Drafts.commit().given(new Condition.RequestUnknown(new RequestId(id))));
    }

    @Test
    void namesThatDifferInAnythingAreDifferent() {
        var alike = List.of("a_b", "a%b", "axb", "A_B", "a_b/c", "ａ_b", "ä", "a", "ﬁ", "fi");
        alike.forEach(name -> granted(Drafts.hold("owner of " + name.length()).on(name)));

        assertThat(alike).allSatisfy(name -> assertThat(look(new Root(name)).holds()).hasSize(1));
        assertThat(store.holds(null, 100).holds()).hasSize(alike.size());
    }

    @Test
    void twoSpellingsOfOneNameAreOne() {
        granted(Drafts.hold("alice").on("cafe\u0301"));

        assertThat(look(new Root("caf\u00e9")).holds()).hasSize(1);
    }

    @Test
    void rootsAreOrderedByCodePoints() {
        // Java's own order of texts would put the rocket before the ligature.
        var inOrder = List.of("Z", "a", "a b", "a-b", "a/b", "z", "ä", "日本", "\uFB01", "🚀");
        inOrder.reversed().forEach(name -> joined(Drafts.waiter("alice").on(name)));
        inOrder.reversed().forEach(name -> granted(Drafts.hold("alice").on(name)));

        assertThat(store.waitingRoots(null, 100)).extracting(Root::text).isEqualTo(inOrder);
        assertThat(store.holds(null, 100).holds())
                .extracting(hold -> hold.resource().root().text())
                .isEqualTo(inOrder);
    }

    @Test
    void allRootsAreFoundOneByOneWhateverTheirNames() {
        List<Root> roots = oddNames().map(Root::new).toList();
        roots.forEach(root -> joined(Drafts.waiter("alice").on(new Resource(root, SubPath.WHOLE))));
        roots.forEach(root -> granted(Drafts.hold("alice").on(new Resource(root, SubPath.WHOLE))));

        var waiting = Pages.<Root>all(last -> store.waitingRoots(last, 1));
        var held =
                Pages.<Hold>all(last ->
                        store.holds(last == null ? null : HoldCursor.after(last), 1).holds());

        assertThat(waiting).containsExactlyInAnyOrderElementsOf(roots);
        assertThat(held).extracting(hold -> hold.resource().root()).isEqualTo(waiting);
    }
}
