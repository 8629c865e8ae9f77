package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.EngineId;
import holdfast.model.Fate;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Standing;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Condition;
import holdfast.store.Interest;
import holdfast.store.RootView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who joins by the commit of a hand-over joins as if it came right after it, or not at all. */
final class CompanyTest {
    private static final Resource API = Resource.parse("shop/production//api");
    private static final EngineId HERE = new EngineId("here");
    private static final StoreTime NOW = new StoreTime(1_000);
    private static final Terms TERMS = new Terms(Duration.ofMinutes(1), null);
    private static final Ticket BOB = new Ticket(11);
    private static final Ticket ZOE = new Ticket(19);

    private static Claim claim(String name) {
        return new Claim(new RequestId(name), API, Mode.EXCLUSIVE, null);
    }

    private static WaiterDraft draft(String name) {
        return new WaiterDraft(
                claim(name),
                Wish.owner(name),
                TERMS,
                Priority.NORMAL,
                0,
                Note.NONE,
                HERE,
                Duration.ofMinutes(1));
    }

    private static Waiter waiter(String name, Ticket ticket) {
        return draft(name).stamped(NOW, ticket);
    }

    private static HoldDraft hold(String name) {
        return new HoldDraft(
                API,
                Mode.EXCLUSIVE,
                Wish.owner(name),
                List.of(claim(name)),
                TERMS,
                TERMS.lease(),
                Standing.CONFIRMED,
                Priority.NORMAL,
                Note.NONE,
                HERE,
                7);
    }

    private static Commit commit(List<Condition> conditions, Change... changes) {
        return new Commit(API.root(), Interest.NONE, conditions, List.of(changes), Set.of());
    }

    /** Alice gives back, and Bob gets it. */
    private static Commit handOver(Change... more) {
        Hold alices = hold("alice").stamped(NOW, new Token(10));
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.End(alices, new Ending.Released()));
        changes.add(
                new Change.Remember(
                        new RequestId("alice"),
                        new Fate.Ended(alices.id(), alices.token(), new Ending.Released())));
        changes.add(new Change.Leave(waiter("bob", BOB), null));
        changes.add(new Change.Grant(hold("bob")));
        changes.addAll(List.of(more));
        return commit(
                List.of(new Condition.VersionIs(3), new Condition.EpochIs(2)),
                changes.toArray(Change[]::new));
    }

    private static Commit join(String name, @Nullable Ticket behind) {
        List<Condition> conditions = new ArrayList<>();
        conditions.add(new Condition.RequestUnknown(new RequestId(name)));
        conditions.add(new Condition.WaitersBelow(100));
        if (behind != null) {
            conditions.add(new Condition.WaiterThere(behind));
        }
        return commit(conditions, new Change.Join(draft(name)));
    }

    /** Bob waits, and Zoe behind him, for a lock that Alice holds. */
    private static RootView view(int waiting) {
        List<Waiter> shown = List.of(waiter("bob", BOB), waiter("zoe", ZOE));
        return new RootView(API.root(), NOW, 3, 2, List.of(), shown, waiting, 1, Map.of());
    }

    private static Company company(Commit first) {
        return Company.of(first, view(2)).orElseThrow();
    }

    @Test
    void whoStandsBehindTheOneWhoIsGrantedStandsBehindItsHold() {
        Company company = company(handOver());

        assertThat(company.add(join("carol", BOB))).isTrue();
        assertThat(company.numbersBefore()).isEqualTo(1);
        assertThat(company.add(join("dave", BOB))).isTrue();
        assertThat(company.numbersBefore()).isEqualTo(2);

        Commit commit = company.commit();
        assertThat(commit.changes()).startsWith(handOver().changes().toArray(Change[]::new));
        assertThat(commit.changes())
                .endsWith(new Change.Join(draft("carol")), new Change.Join(draft("dave")));
        assertThat(commit.conditions())
                .contains(new Condition.VersionIs(3), new Condition.WaiterThere(BOB));
    }

    @Test
    void everyOneLeavesRoomForThoseBeforeIt() {
        Company company = company(handOver());
        company.add(join("carol", BOB));
        company.add(join("dave", BOB));

        assertThat(company.commit().conditions())
                .contains(new Condition.WaitersBelow(100), new Condition.WaitersBelow(99));
    }

    @Test
    void whoStandsBehindOneWhoLeavesDoesNotJoin() {
        Company company =
                company(handOver(new Change.Leave(waiter("zoe", ZOE), new Ending.Cancelled("no"))));

        assertThat(company.add(join("carol", ZOE))).isFalse();
        assertThat(company.commit().changes()).noneMatch(change -> change instanceof Change.Join);
    }

    @Test
    void aRequestIsNotAnsweredTwiceByOneCommit() {
        Company company = company(handOver());

        assertThat(company.add(join("alice", BOB))).as("just given back").isFalse();
        assertThat(company.add(join("bob", BOB))).as("just granted").isFalse();
        assertThat(company.add(join("carol", BOB))).isTrue();
        assertThat(company.add(join("carol", BOB))).as("joined already").isFalse();
    }

    @Test
    void aRequestThatIsAmendedOrGrantedByTheCommitDoesNotJoinAsWell() {
        var amended = new Change.Amend(new Token(9), List.of(claim("dora"), claim("emil")), TERMS);
        Company company = company(handOver(new Change.Grant(hold("frida")), amended));

        for (String name : List.of("frida", "dora", "emil")) {
            assertThat(company.add(join(name, BOB))).as(name).isFalse();
        }
    }

    /** It was decided with an older look, and would keep the others from their lock. */
    @Test
    void whoStandsBehindOneWhoWasGoneBeforeDoesNotJoin() {
        var gone = new Ticket(10);

        assertThat(company(handOver()).add(join("carol", gone))).isFalse();
        assertThat(Company.of(handOver(), view(9)).orElseThrow().add(join("carol", gone)))
                .as("may be out of sight")
                .isTrue();
    }

    @Test
    void nobodyJoinsForWhomThereIsNoRoom() {
        Company company = Company.of(handOver(), view(98)).orElseThrow();

        assertThat(company.add(join("carol", BOB))).isTrue();
        assertThat(company.add(join("dave", BOB))).isTrue();
        assertThat(company.add(join("eve", BOB))).isFalse();
    }

    @Test
    void onlyWhoStandsBehindSomebodyMayJoin() {
        assertThat(Company.mayJoin(join("carol", BOB))).isTrue();
        assertThat(Company.mayJoin(join("carol", null))).isFalse();
        var change = new Change.Join(draft("carol"));
        for (Condition other :
                List.of(
                        new Condition.VersionIs(3),
                        new Condition.EpochIs(2),
                        new Condition.HoldLive(new Token(10)))) {
            assertThat(
                            Company.mayJoin(
                                    commit(List.of(new Condition.WaiterThere(BOB), other), change)))
                    .as("%s", other)
                    .isFalse();
        }
        assertThat(
                        Company.mayJoin(
                                commit(
                                        List.of(new Condition.WaiterThere(BOB)),
                                        new Change.RaiseNumbers(50),
                                        change)))
                .isFalse();
    }

    @Test
    void onlyAHandOverTakesOthersAlong() {
        assertThat(Company.of(join("carol", BOB), view(2))).isEqualTo(Optional.empty());
        assertThat(Company.of(commit(List.of(), new Change.Grant(hold("bob"))), view(2))).isEmpty();
        assertThat(Company.of(handOver(new Change.DropLapsed(10)), view(2))).isEmpty();
    }
}
