package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.Mode;
import holdfast.model.Root;
import holdfast.system.GrantLog.Grant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that work on one file without a rest are killed with SIGKILL, a hundred times, one by one and all together.
 * {@code -Dsystem.kills=2000} kills more, {@code -Dsystem.seed=...} repeats the choices of a run.
 */
final class KillTest {
    private static final int KILLS = Integer.getInteger("system.kills", 100);
    private static final int PROCESSES = 6;

    /** So many must be at work before one of them is killed, so that they live long enough to get in each other's way. */
    private static final int AT_WORK = 3;

    private final long seed = Long.getLong("system.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Worker> living = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private int killed;
    private int promised;

    /** Kept when the test fails: the logs and the file tell why. */
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private record Worker(Child child, Path log) {
        boolean hasBegun() throws IOException {
            return Files.exists(log) && Files.size(log) > 0;
        }
    }

    @AfterEach
    void endAll() {
        living.forEach(worker -> worker.child().close());
    }

    @Test
    void killedProcessesLoseNoGrantAndLeaveNoneBehind() throws Exception {
        System.out.println(
                "killing processes in " + folder + ": seed " + seed + ", kills " + KILLS);
        long began = System.nanoTime();
        while (killed < KILLS) {
            while (living.size() < PROCESSES) {
                start();
            }
            boolean all = random.nextInt(15) == 0;
            List<Worker> victims = all ? awaitAll() : List.of(awaitOne());
            LockSupport.parkNanos(random.nextLong(40_000_000));
            kill(victims);
        }
        kill(List.copyOf(living));
        long dead = System.nanoTime();
        List<Grant> grants = new ArrayList<>();
        for (Path log : logs) {
            grants.addAll(GrantLog.read(log));
        }
        checkTurns(grants);
        checkAllIsFreeAgain(grants);
        System.out.printf(
                "killed %d processes in %.1f s: %,d grants told, %d of the killed held one that was still promised"
                        + " and was found, %d were in the middle of a release; all free %.1f s after the last kill%n",
                killed,
                (dead - began) / 1e9,
                grants.size(),
                promised,
                grants.stream().filter(grant -> grant.end() == Grant.End.BEGUN).count(),
                (System.nanoTime() - dead) / 1e9);
        assertThat(promised).as("grants that a kill could have lost").isPositive();
    }

    private Path file() {
        return folder.resolve("locks.db");
    }

    private void start() throws IOException {
        Path log = folder.resolve("grants-" + logs.size());
        logs.add(log);
        living.add(new Worker(Child.start(Churner.class, file(), log, random.nextLong()), log));
    }

    /** One that works; now and then also one that may still be starting. */
    private Worker awaitOne() throws Exception {
        Worker chosen = living.get(random.nextInt(living.size()));
        if (random.nextInt(10) > 0) {
            Await.until("some have had a lock", () -> working().size() >= AT_WORK);
            List<Worker> working = working();
            chosen = working.get(random.nextInt(working.size()));
        }
        return chosen;
    }

    private List<Worker> working() {
        return living.stream().filter(KillTest::works).toList();
    }

    private List<Worker> awaitAll() throws Exception {
        Await.until("all have had a lock", () -> working().size() == living.size());
        return List.copyOf(living);
    }

    private static boolean works(Worker worker) {
        try {
            if (!worker.child().isAlive()) {
                throw new AssertionError("ended by itself:\n" + worker.child().complaints());
            }
            return worker.hasBegun();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void kill(List<Worker> victims) throws Exception {
        for (Worker victim : victims) {
            assertThat(victim.child().isAlive()).as(victim.child().complaints()).isTrue();
            victim.child().kill();
            killed++;
        }
        for (Worker victim : victims) {
            living.remove(victim);
            victim.child().close();
        }
        // Not kept open in between: when all are killed, it is this one that has to bring the file
        // in order.
        try (LockFile file = LockFile.open(file(), Churner.BRISK)) {
            for (Worker victim : victims) {
                checkPromises(file, GrantLog.read(victim.log()));
            }
        }
        assertThat(Sqlite.ask(file(), "PRAGMA integrity_check")).isEqualTo("ok");
    }

    private void checkPromises(LockFile file, List<Grant> grants) {
        for (Grant grant : grants) {
            if (grant.end() != Grant.End.NONE) {
                continue;
            }
            var view = file.holdfast().engine().look(new Root(grant.root()));
            if (grant.isPromisedAt(System.nanoTime())) {
                promised++;
                assertThat(view.holds())
                        .as("%s, seed %d", grant, seed)
                        .anySatisfy(hold -> {
                            assertThat(hold.id().text()).isEqualTo(grant.lock());
                            assertThat(hold.token().value()).isEqualTo(grant.token());
                            assertThat(hold.isLive(view.now())).isTrue();
                        });
            }
        }
    }

    /** In the order of their tokens, no exclusive hold of a root begins before every conflicting one has ended. */
    private void checkTurns(List<Grant> grants) {
        assertThat(grants).extracting(Grant::outcome).doesNotContain("NotFound");
        Map<String, List<Grant>> byRoot = new HashMap<>();
        grants.forEach(
                grant -> byRoot.computeIfAbsent(grant.root(), r -> new ArrayList<>()).add(grant));
        assertThat(byRoot.keySet()).containsExactlyInAnyOrderElementsOf(Churner.ROOTS);
        byRoot.values().forEach(this::checkTurnsOfRoot);
    }

    private void checkTurnsOfRoot(List<Grant> grants) {
        assertThat(grants).extracting(Grant::token).doesNotHaveDuplicates();
        grants.sort(Comparator.comparingLong(Grant::token));
        long exclusiveUntil = Long.MIN_VALUE;
        long anyUntil = Long.MIN_VALUE;
        for (Grant grant : grants) {
            if (!grant.wasHeld()) {
                continue; // it came to its process too late, and the process knew
            }
            long free = grant.mode() == Mode.EXCLUSIVE ? anyUntil : exclusiveUntil;
            assertThat(grant.taken()).as("%s, seed %d", grant, seed).isGreaterThanOrEqualTo(free);
            anyUntil = Math.max(anyUntil, grant.heldUntil());
            if (grant.mode() == Mode.EXCLUSIVE) {
                exclusiveUntil = Math.max(exclusiveUntil, grant.heldUntil());
            }
        }
    }

    /** Nobody lives: by the leases alone, a new process gets every lock, and in the end nothing is left. */
    private void checkAllIsFreeAgain(List<Grant> grants) throws Exception {
        try (Child fresh = Child.start(Holder.class, file(), "brisk")) {
            assertThat(fresh.hear().word(0)).isEqualTo("ready");
            for (String root : Churner.ROOTS) {
                Child.Answer answer = fresh.ask("take", root, 60_000, 60_000);
                assertThat(answer.word(0)).as("%s: %s", root, answer).isEqualTo("taken");
                assertThat(grants)
                        .filteredOn(grant -> grant.root().equals(root))
                        .allMatch(grant -> grant.token() < answer.number(1));
            }
            for (String root : Churner.ROOTS) {
                assertThat(fresh.ask("release", root).word(0)).isEqualTo("Released");
            }
            fresh.end();
        }
        try (LockFile file = LockFile.open(file(), Churner.BRISK)) {
            Await.until(
                    "the places of the dead are cleared away",
                    () -> file.store().waitingRoots(null, 10).isEmpty());
            assertThat(file.store().holds(null, 10).holds()).isEmpty();
        }
    }
}
