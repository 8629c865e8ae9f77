package holdfast.rulebook;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 10, the graph. */
final class DeadlockTest {
    private final Scene db = new Scene(Rules.DEFAULT, "db");
    private final Scene web = new Scene(Rules.DEFAULT, "web");
    private final Scene dns = new Scene(Rules.DEFAULT, "dns");

    private static OwnerId id(String owner) {
        return Wish.owner(owner).id();
    }

    private static WaitsFor graph(Scene... scenes) {
        var graph = new WaitsFor();
        for (Scene scene : scenes) {
            graph.add(scene.wholeView(), scene.keptWaiters());
        }
        return graph;
    }

    /** Alice holds db and waits for web; bob holds web and waits for db. */
    private void deadlockOfTwo() {
        db.holds("alice", "db");
        web.holds("bob", "web");
        web.waits("alice", "web");
        db.waits("bob", "db");
    }

    @Test
    void twoWhoWaitForEachOtherAreACycle() {
        deadlockOfTwo();

        assertThat(graph(db, web).cycles()).containsExactly(List.of(id("bob"), id("alice")));
    }

    @Test
    void theCycleIsFoundFromEachOfItsOwners() {
        deadlockOfTwo();

        assertThat(graph(db, web).cycleThrough(id("alice")))
                .containsExactly(id("alice"), id("bob"));
    }

    @Test
    void threeWhoWaitInARingAreACycle() {
        db.holds("alice", "db");
        web.holds("bob", "web");
        dns.holds("carol", "dns");
        web.waits("alice", "web");
        dns.waits("bob", "dns");
        db.waits("carol", "db");

        assertThat(graph(db, web, dns).cycleThrough(id("alice")))
                .containsExactly(id("alice"), id("bob"), id("carol"));
    }

    @Test
    void aCycleMayGoThroughAWaiterAheadAndNotOnlyThroughHolders() {
        db.holds("zed", "db");
        db.waits("alice", "db");
        db.waits("bob", "db"); // behind alice
        web.holds("bob", "web");
        web.waits("alice", "web");

        assertThat(graph(db, web).cycleThrough(id("alice")))
                .containsExactly(id("alice"), id("bob"));
    }

    @Test
    void manyWhoWaitForOneAreNoCycle() {
        db.holds("dave", "db");
        web.holds("bob", "web");
        dns.holds("carol", "dns");
        web.waits("alice", "web");
        dns.waits("alice", "dns");
        db.waits("bob", "db");
        db.waits("carol", "db");

        assertThat(graph(db, web, dns).cycles()).isEmpty();
    }

    @Test
    void aPlaceThatHasLapsedIsNoWait() {
        db.granted(db.wish("alice", "db").lease(Duration.ofHours(1)));
        web.granted(web.wish("bob", "web").lease(Duration.ofHours(1)));
        web.waits("alice", "web");
        db.waits("bob", "db");
        db.pass(Rules.DEFAULT.ticketLease());

        assertThat(graph(db, web).cycles()).isEmpty();
    }

    @Test
    void aHoldThatHasLapsedIsNotWaitedFor() {
        deadlockOfTwo();
        db.pass(Scene.LEASE.minusSeconds(1));
        db.sweep();
        db.waits("bob", "db");
        db.pass(Duration.ofSeconds(1));

        assertThat(graph(db, web).cycles()).isEmpty();
    }

    @Test
    void whoWasGrantedSinceTheQueueWasReadDoesNotWait() {
        deadlockOfTwo();
        List<Waiter> queue = db.keptWaiters();
        db.release("alice");

        var graph = new WaitsFor();
        graph.add(db.wholeView(), queue);
        graph.add(web.wholeView(), web.keptWaiters());

        assertThat(graph.cycles()).isEmpty();
    }

    @Test
    void whoIsExemptFromAWaiterDoesNotWaitForIt() {
        Hold hold = db.holds("alice", "db//a");
        db.holds("zed", "db//b");
        db.waits("bob", "db"); // for alice
        db.queued(db.wish("alice", "db//b").under(hold).waiting()); // for zed, not for bob

        WaitsFor graph = graph(db);

        assertThat(graph.blockersOf(id("alice"))).containsExactly(id("zed"));
        assertThat(graph.cycles()).isEmpty();
    }

    @Test
    void theRequestThatWouldCloseACycleIsSeenBeforeItJoins() {
        db.holds("alice", "db");
        web.holds("bob", "web");
        web.waits("alice", "web");
        Wish closing = db.wish("bob", "db").waiting();

        WaitsFor graph = graph(web);
        graph.add(db.wholeView(), lineWith(closing));

        assertThat(graph.cycleThrough(id("bob"))).containsExactly(id("bob"), id("alice"));
    }

    @Test
    void ofTwoSharersWhoUpgradeTheSecondClosesACycleAndTheFirstDoesNot() {
        Hold alices = db.shares("alice", "db");
        Hold bobs = db.shares("bob", "db");
        Wish first = db.wish("alice", "db").under(alices).waiting();
        var withFirst = new WaitsFor();
        withFirst.add(db.wholeView(), lineWith(first));
        db.queued(first);
        var withBoth = new WaitsFor();
        withBoth.add(db.wholeView(), lineWith(db.wish("bob", "db").under(bobs).waiting()));

        assertThat(withFirst.blockersOf(id("alice"))).containsExactly(id("bob"));
        assertThat(withFirst.cycleThrough(id("alice"))).isEmpty();
        assertThat(withBoth.cycleThrough(id("bob"))).containsExactly(id("bob"), id("alice"));
    }

    @Test
    void whoTheNewcomerWaitsForMayPassThoseWhoWaitForTheNewcomer() {
        Hold alices = db.shares("alice", "db//a");
        Hold bobs = db.holds("bob", "db//b");
        db.queued(db.wish("carol", "db").shared().priority(Priority.CRITICAL).waiting());
        db.queued(db.wish("alice", "db//a").under(alices).waiting());

        var graph = new WaitsFor();
        graph.add(db.wholeView(), lineWith(db.wish("bob", "db//a").under(bobs).waiting()));

        assertThat(graph.cycles()).isEmpty();
    }

    /** The queue of db as it were if the wish had joined it. */
    private List<Waiter> lineWith(Wish wish) {
        List<Waiter> line = new ArrayList<>(db.keptWaiters());
        line.add(
                db.rulebook().inLine(db.wholeView(), wish.request(), db.circumstances(Scene.HERE)));
        return line;
    }

    @Test
    void separateCyclesAreFoundSeparately() {
        db.holds("alice", "db//1");
        db.holds("bob", "db//2");
        db.holds("carol", "db//3");
        db.holds("dave", "db//4");
        web.holds("zed", "web");
        web.waits("erin", "web");
        cross("alice", "db//1", "bob", "db//2");
        cross("carol", "db//3", "dave", "db//4");

        assertThat(graph(db, web).cycles()).hasSize(2);
    }

    private void cross(String one, String ones, String other, String others) {
        db.queued(db.wish(one, others).under(db.hold(one)).waiting());
        db.queued(db.wish(other, ones).under(db.hold(other)).waiting());
    }

    @Test
    void whoOnlyWaitsBehindACycleOrIsOnlyWaitedForByItIsNotInIt() {
        deadlockOfTwo();
        IntStream.range(0, 50).forEach(i -> db.waits("behind" + i, "db"));
        dns.holds("zed", "dns");
        dns.waits("alice", "dns");

        assertThat(graph(db, web, dns).cycles())
                .singleElement()
                .satisfies(cycle ->
                        assertThat(cycle).containsExactlyInAnyOrder(id("alice"), id("bob")));
    }

    @Test
    void theVictimIsOneOfTheWaitsThatMakeTheCycle() {
        deadlockOfTwo();
        dns.holds("zed", "dns");
        dns.pass(Duration.ofSeconds(1));
        dns.waits("bob", "dns"); // of an owner in the cycle, but no part of it

        WaitsFor graph = graph(db, web, dns);

        assertThat(graph.waitsIn(graph.cycleThrough(id("alice"))))
                .extracting(waiter -> waiter.resource().text())
                .containsExactlyInAnyOrder("web", "db");
    }

    @Test
    void theRequestsOfAnOwnerAreThoseThatWait() {
        deadlockOfTwo();

        assertThat(graph(db, web).requestsOf(id("alice")))
                .containsExactly(web.keptWaiters().get(0).claim().request());
    }

    @Test
    void whoseRequestWasCancelledNoLongerWaits() {
        deadlockOfTwo();
        assertThat(graph(db, web).cycles()).hasSize(1);

        db.cancel(db.keptWaiters().get(0).claim().request());

        assertThat(graph(db, web).cycles()).isEmpty();
    }
}
