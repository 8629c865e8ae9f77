package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Hold;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands as real processes, at servers that are real processes on one file. */
final class AtAServerTest {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    @RegisterExtension private final Workshop workshop = new Workshop();

    private RunningHoldfast serve() {
        RunningHoldfast server = workshop.start("serve", "--port", "0");
        Deadline.await(
                "the server serves: " + server,
                () -> URL.matcher(server.toString()).find() || !server.isAlive());
        return server;
    }

    private static String url(RunningHoldfast server) {
        Matcher url = URL.matcher(server.toString());
        assertThat(url.find()).as(server::toString).isTrue();
        return url.group();
    }

    /** No command may find the store by itself. */
    private static Map<String, String> at(String servers) {
        return Map.of("HOLDFAST_STORE", "", "HOLDFAST_SERVER", servers);
    }

    private RunningHoldfast run(String servers, String script, String... options) {
        return workshop.start(at(servers), Workshop.runOf(script, options));
    }

    private static String until(String file) {
        return "while [ ! -e " + file + " ]; do sleep 0.1; done";
    }

    @Test
    void aRunKeepsItsLockAtTheServerAndEndsAsItsCommandDoes() {
        String url = url(serve());
        RunningHoldfast run =
                run(url, "echo $HOLDFAST_SERVER $HOLDFAST_TOKEN > up; " + until("go") + "; exit 7");
        workshop.awaitFile(run, "up");
        Deadline.await("it is written", () -> !workshop.read("up").isBlank());

        assertThat(workshop.live()).hasSize(1);
        assertThat(workshop.read("up").strip())
                .isEqualTo(url + " " + workshop.live().getFirst().token());
        assertThat(run(url, "true", "--no-wait").exitCode()).isEqualTo(73);

        workshop.make("go");
        assertThat(run.exitCode()).as(run::toString).isEqualTo(7);
        assertThat(workshop.live()).isEmpty();
    }

    @Test
    void aPersonMayWaitAsLongAsOnAStore() {
        RunningHoldfast run = run(url(serve()), "true", "--wait", "23h");

        assertThat(run.exitCode()).as(run::toString).isZero();
    }

    @Test
    void aRunInsideARunClaimsMoreAsTheSameOwner() {
        RunningHoldfast run =
                run(
                        url(serve()),
                        RunningHoldfast.launcher() + " run --lock shop//api --no-wait -- true");

        assertThat(run.exitCode()).as(run::toString).isZero();
    }

    @Test
    void whoWaitsAtTwoServersIsGrantedInTurn() {
        String one = url(serve());
        String other = url(serve());
        RunningHoldfast first = run(one, "touch up; " + until("go"));
        workshop.awaitFile(first, "up");
        RunningHoldfast second = run(other, "echo second >> order");
        Deadline.await("the second waits: " + second, () -> second.err().contains("position 1"));
        RunningHoldfast third = run(one, "echo third >> order");
        Deadline.await("the third waits: " + third, () -> third.err().contains("position 2"));

        workshop.make("go");

        assertThat(first.exitCode()).as(first::toString).isZero();
        assertThat(second.exitCode()).as(second::toString).isZero();
        assertThat(third.exitCode()).as(third::toString).isZero();
        assertThat(workshop.read("order")).isEqualTo("second\nthird\n");
    }

    @Test
    void whenAServerIsKilledItsRunsKeepTheirLocksAndPlacesAtTheOther() {
        RunningHoldfast killed = serve();
        String both = url(killed) + "," + url(serve());
        RunningHoldfast holder = run(both, "touch up; " + until("go"), "--lease", "6s");
        workshop.awaitFile(holder, "up");
        RunningHoldfast waiter = run(both, "echo waiter >> order");
        Deadline.await("it waits: " + waiter, () -> waiter.err().contains("position 1"));
        Hold hold = workshop.live().getFirst();

        killed.signal("KILL");
        Deadline.await(
                "the lock outlives the lease that it had",
                () ->
                        workshop.live().stream()
                                .anyMatch(now -> now.heartbeatAt().hasReached(hold.until())));

        assertThat(workshop.live()).extracting(Hold::id).containsExactly(hold.id());
        workshop.make("go");
        assertThat(holder.exitCode()).as(holder::toString).isZero();
        assertThat(waiter.exitCode()).as(waiter::toString).isZero();
    }

    @Test
    void aRunWhoseLockIsForcedEndsItsCommand() {
        String url = url(serve());
        RunningHoldfast run =
                run(url, "touch up; " + until("never"), "--lease", "3s", "--grace", "0s");
        workshop.awaitFile(run, "up");

        RunningHoldfast unlock =
                workshop.start(
                        at(url),
                        "unlock",
                        "shop",
                        "--force",
                        "--yes",
                        "--reason",
                        "runner is dead");

        assertThat(unlock.exitCode()).as(unlock::toString).isZero();
        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(run.err())
                .containsPattern("lost lock 'shop': force-unlocked by .+: runner is dead");
    }

    @Test
    void aRunWhoseLockIsGivenBackByAnotherIsToldWhileItsCommandRunsAndEndsIt() {
        String url = url(serve());
        // A heartbeat would tell after 20 s.
        RunningHoldfast run =
                run(url, "touch up; " + until("never"), "--lease", "10m", "--grace", "0s");
        workshop.awaitFile(run, "up");
        String lock = workshop.live().getFirst().id().text();

        RunningHoldfast release = workshop.start(at(url), "release", lock);

        assertThat(release.exitCode()).as(release::toString).isZero();
        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
        assertThat(run.err())
                .contains("lost lock 'shop': released by someone who knew its lock id");
    }

    @Test
    void aRunThatNoServerAnswersLosesItsLockBeforeTheLeaseIsOver() {
        RunningHoldfast server = serve();
        RunningHoldfast run =
                run(url(server), "touch up; " + until("never"), "--lease", "4s", "--grace", "0s");
        workshop.awaitFile(run, "up");

        server.signal("KILL");

        assertThat(run.exitCode()).as(run::toString).isEqualTo(74);
    }

    @Test
    void whereNoServerIsTheStoreCannotBeUsed() {
        RunningHoldfast list =
                workshop.start(at("http://127.0.0.1:1,http://127.0.0.1:2"), "locks", "list");

        assertThat(list.exitCode()).isEqualTo(69);
        assertThat(list.err()).contains("http://127.0.0.1:").contains("did not answer");
    }

    @Test
    void whoNamesAServerThatIsNotThereHearsItAtOnce() {
        RunningHoldfast run = run("http://127.0.0.1:1", "true", "--wait", "23h");

        Deadline.await("it says so: " + run, () -> run.err().contains("did not answer"));
        assertThat(run.isAlive()).as(run::toString).isTrue();
        assertThat(run.err()).contains("trying for another 15s, in case it is about to start");
        assertThat(run.exitCode()).as(run::toString).isEqualTo(69);
        assertThat(run.err()).contains("no server has answered within 15s");
    }

    @Test
    void aWaitThatIsStoppedLeavesTheLine() {
        String url = url(serve());
        RunningHoldfast holder = run(url, "touch up; " + until("go"));
        workshop.awaitFile(holder, "up");
        RunningHoldfast waiter = run(url, "true");
        Deadline.await("it waits: " + waiter, () -> waiter.err().contains("position 1"));

        waiter.signal("TERM");

        assertThat(waiter.exitCode()).isEqualTo(143);
        assertThat(workshop.holdfast().engine().queues().roots(null, 10)).isEmpty();
        workshop.make("go");
        assertThat(holder.exitCode()).isZero();
    }
}
