package holdfast.system;

import holdfast.LockRequest;
import holdfast.engine.EngineSettings;
import holdfast.engine.Heartbeat;
import holdfast.engine.HeldLock;
import holdfast.engine.HoldOutcome;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.rulebook.VictimPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A program that takes, keeps and gives back locks without a rest, until it is killed. */
final class Churner {
    static final List<String> ROOTS =
            List.of("hot", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m");
    static final Duration LEASE = Duration.ofSeconds(2);

    /** Dead holders, dead waiters and grants to the dead all end after a second or two. */
    static final EngineSettings BRISK =
            new EngineSettings(
                    new Rules(
                            Duration.ofMinutes(10),
                            Duration.ofSeconds(1),
                            Duration.ofMillis(1_500),
                            Limits.DEFAULT,
                            List.of()),
                    Heartbeat.atThirdOfLease(),
                    Duration.ofMillis(400),
                    Duration.ofMinutes(2),
                    VictimPolicy.NEWEST,
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(1),
                    1_000);

    private static final int THREADS = 3;

    /** Mostly given back at once, so that kills meet commits; sometimes held for long, so that they meet holders and heartbeats. */
    private static final long[] HELD_NANOS_MAX = {
        1_000_000,
        1_000_000,
        1_000_000,
        1_000_000,
        1_000_000,
        1_000_000,
        100_000_000,
        100_000_000,
        100_000_000,
        1_500_000_000
    };

    private final LockFile file;
    private final GrantLog log;
    private final Random random;

    private Churner(LockFile file, GrantLog log, long seed) {
        this.file = file;
        this.log = log;
        this.random = new Random(seed);
    }

    public static void main(String[] args) throws Exception {
        try (LockFile file = LockFile.open(Path.of(args[0]), BRISK);
                var log = new GrantLog(Path.of(args[1]))) {
            long seed = Long.parseLong(args[2]);
            for (int i = 1; i < THREADS; i++) {
                var other = new Churner(file, log, seed + i);
                Thread.ofPlatform().daemon().start(other::churn);
            }
            new Churner(file, log, seed).churn();
        }
    }

    private void churn() {
        while (true) {
            try {
                turn();
            } catch (Exception e) {
                complain(e);
            }
        }
    }

    private void complain(Exception e) {
        try {
            log.failed(e);
        } catch (IOException unwritable) {
            throw new IllegalStateException(unwritable);
        }
    }

    private void turn() throws InterruptedException, IOException {
        if (request().take() instanceof HoldOutcome.Taken taken) {
            HeldLock lock = taken.locks().getFirst();
            log.taken(lock);
            LockSupport.parkNanos(random.nextLong(HELD_NANOS_MAX[random.nextInt(10)]));
            log.releasing(lock);
            log.released(lock, lock.release());
        }
    }

    private LockRequest request() {
        String root = ROOTS.get(random.nextInt(4) == 0 ? 0 : random.nextInt(ROOTS.size()));
        LockRequest request = file.holdfast().lock(root).lease(LEASE);
        if (random.nextInt(8) == 0) {
            request = request.shared();
        }
        return random.nextInt(5) == 0
                ? request
                : request.waitAtMost(Duration.ofMillis(1 + random.nextInt(5_000)));
    }
}
