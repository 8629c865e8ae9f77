package holdfast.store.testkit.history;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.engine.EngineHost;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.Hold;
import holdfast.rulebook.Rules;
import holdfast.store.LockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Clients that acquire, renew, give back, repeat what failed, and now and then forget what they hold or sleep over its end, on several engines and a few
 * roots. What each does next is decided by a seed alone; what it is told is written down.
 */
public final class ManyClients implements AutoCloseable {
    /** Little patience, so that what is lost is found again while the history lasts. */
    private static final EngineSettings SETTINGS =
            new EngineSettings(
                    new Rules(
                            Rules.DEFAULT.priorityStep(),
                            Duration.ofMillis(1_500),
                            Duration.ofMillis(1_500),
                            Rules.DEFAULT.limits(),
                            List.of()),
                    EngineSettings.DEFAULT.heartbeat(),
                    Duration.ofMillis(500),
                    EngineSettings.DEFAULT.staleAfter(),
                    EngineSettings.DEFAULT.victimPolicy(),
                    EngineSettings.DEFAULT.deadlockScan(),
                    Duration.ofSeconds(1),
                    EngineSettings.DEFAULT.commitAttemptsMax());

    private static final int ATTEMPTS = 200;

    private final LockHistory history = new LockHistory();
    private final List<Holdfast> engines = new ArrayList<>();
    private final List<Future<?>> working = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Plan plan;
    private final Consumer<Hold> work;

    /** @param rounds how many locks each client asks for */
    public record Plan(long seed, int roots, int clientsPerEngine, int rounds) {}

    private ManyClients(Plan plan, Consumer<Hold> work) {
        this.plan = plan;
        this.work = work;
    }

    /** Sets them to work, each engine on one of these stores, or of these handles of one store. */
    public static ManyClients on(List<? extends LockStore> stores, Plan plan) {
        return on(stores, plan, hold -> {});
    }

    /** @param work what each client does with a lock before it gives it back */
    public static ManyClients on(List<? extends LockStore> stores, Plan plan, Consumer<Hold> work) {
        var clients = new ManyClients(plan, work);
        stores.forEach(store -> clients.engines.add(Holdfast.on(store, SETTINGS)));
        return clients.start();
    }

    /** @param hosts on which each engine runs, in the order of the stores */
    public static ManyClients on(
            List<? extends LockStore> stores, Plan plan, List<EngineHost> hosts) {
        var clients = new ManyClients(plan, hold -> {});
        for (int i = 0; i < stores.size(); i++) {
            clients.engines.add(
                    Holdfast.over(LockEngine.open(stores.get(i), SETTINGS, hosts.get(i))));
        }
        return clients.start();
    }

    private ManyClients start() {
        var seeds = new Random(plan.seed());
        for (Holdfast engine : engines) {
            for (int i = 0; i < plan.clientsPerEngine(); i++) {
                var chance = new Random(seeds.nextLong());
                working.add(threads.submit(() -> work(engine, chance)));
            }
        }
        return this;
    }

    /** As far as it has come. */
    public LockHistory history() {
        return history;
    }

    public boolean areDone() {
        return working.stream().allMatch(Future::isDone);
    }

    /** Waits until everybody has done all rounds. */
    public LockHistory whenDone() throws InterruptedException {
        for (Future<?> client : working) {
            try {
                client.get();
            } catch (ExecutionException e) {
                throw new AssertionError("a client failed", e.getCause());
            }
        }
        return history;
    }

    private Void work(Holdfast holdfast, Random chance) throws InterruptedException {
        var client = new RecordingClient(holdfast.engine(), history);
        for (int round = 0; round < plan.rounds(); round++) {
            int attempts = chance.nextInt(4) == 0 ? 1 : ATTEMPTS;
            Optional<Hold> hold = client.acquire(wish(holdfast, chance).toRequest(), attempts);
            if (hold.isPresent()) {
                use(client, hold.get(), chance);
            }
        }
        return null;
    }

    private LockRequest wish(Holdfast holdfast, Random chance) {
        String part = chance.nextInt(4) == 0 ? "//part-" + chance.nextInt(2) : "";
        LockRequest request =
                holdfast.lock("root-" + chance.nextInt(plan.roots()) + part)
                        .lease(Duration.ofMillis(150 + chance.nextInt(300)));
        if (chance.nextInt(4) == 0) {
            request = request.shared();
        }
        return chance.nextInt(3) == 0
                ? request
                : request.waitAtMost(Duration.ofMillis(100 + chance.nextInt(1_000)));
    }

    private void use(RecordingClient client, Hold hold, Random chance) {
        int renewals = chance.nextInt(3);
        int attempts = chance.nextInt(4) == 0 ? 1 : ATTEMPTS;
        int mood = chance.nextInt(40);
        boolean forgets = mood == 0;
        boolean oversleeps = mood == 1;
        for (int i = 0; i < renewals; i++) {
            if (!client.renew(hold)) {
                return;
            }
        }
        work.accept(hold);
        if (oversleeps) {
            LockSupport.parkNanos(hold.terms().lease().toNanos());
        }
        if (!forgets) {
            client.release(hold, attempts);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        engines.forEach(Holdfast::close);
        threads.close();
    }
}
