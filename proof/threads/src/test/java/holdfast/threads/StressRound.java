package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.HoldOutcome;
import holdfast.engine.LockEngine;
import holdfast.engine.LockEvent;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Token;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.Interest;
import holdfast.store.RootView;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** One round: what each thread does is drawn beforehand from the seed, when it happens is up to the machine. */
final class StressRound implements AutoCloseable {
    private static final int ENGINES = 3;
    private static final int ROOTS = 2;
    private static final int PARTS = 2;
    private static final Duration PATIENT = Duration.ofSeconds(60);

    private final SplittableRandom random;
    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final List<LockEngine> engines = new ArrayList<>();
    private final Guarded[] guarded = new Guarded[ROOTS];
    private final Map<LockEvent.Type, AtomicInteger> events = new ConcurrentHashMap<>();
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger unserved = new AtomicInteger();

    /** How a thread's wait may be cut short. */
    private enum Trouble {
        NONE,
        INTERRUPT,
        CANCEL
    }

    private record Task(
            LockEngine engine,
            int root,
            int part,
            AcquireRequest request,
            Trouble trouble,
            boolean kept) {
        boolean mustBeServed() {
            return trouble == Trouble.NONE
                    && request.whenHeld() instanceof WhenHeld.Wait wait
                    && wait.atMost().equals(PATIENT);
        }
    }

    StressRound(SplittableRandom random) {
        this.random = random;
        for (int i = 0; i < ENGINES; i++) {
            LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
            engine.onEvent(event -> count(event.type()));
            engines.add(engine);
        }
        for (int i = 0; i < ROOTS; i++) {
            guarded[i] = new Guarded();
        }
    }

    private void count(LockEvent.Type type) {
        events.computeIfAbsent(type, key -> new AtomicInteger()).incrementAndGet();
    }

    private int countOf(LockEvent.Type type) {
        AtomicInteger count = events.get(type);
        return count == null ? 0 : count.get();
    }

    int taken() {
        return taken.get();
    }

    void run(int threads) throws InterruptedException {
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            tasks.add(draw(i));
        }
        var go = new CountDownLatch(1);
        List<Thread> running = new ArrayList<>();
        for (Task task : tasks) {
            running.add(Thread.ofVirtual().start(() -> run(task, go)));
        }
        go.countDown();
        for (int i = 0; i < threads; i++) {
            disturb(tasks.get(i), running.get(i));
        }
        for (Thread thread : running) {
            assertThat(thread.join(PATIENT)).as("everyone comes back").isTrue();
        }
        check();
    }

    private Task draw(int number) {
        int root = random.nextInt(ROOTS);
        int part = random.nextInt(PARTS + 1);
        String path = part == PARTS ? "" : "//part-" + part;
        var request =
                new AcquireRequest(
                        new RequestId("request-" + number),
                        Resource.parse("root-" + root + path),
                        random.nextInt(3) == 0 ? Mode.SHARED : Mode.EXCLUSIVE,
                        new Owner(new OwnerId("owner-" + number), "owner-" + number),
                        null,
                        drawWait(),
                        WhenFrozen.WAIT,
                        Duration.ofMinutes(5),
                        Priority.values()[random.nextInt(Priority.values().length)],
                        Note.NONE,
                        null);
        Trouble trouble =
                switch (random.nextInt(8)) {
                    case 0 -> Trouble.INTERRUPT;
                    case 1 -> Trouble.CANCEL;
                    default -> Trouble.NONE;
                };
        return new Task(
                engines.get(random.nextInt(ENGINES)),
                root,
                part,
                request,
                trouble,
                random.nextBoolean());
    }

    private WhenHeld drawWait() {
        return switch (random.nextInt(8)) {
            case 0 -> new WhenHeld.GiveUp();
            case 1, 2, 3, 4 -> new WhenHeld.Wait(Duration.ofMillis(1 + random.nextInt(60)));
            default -> new WhenHeld.Wait(PATIENT);
        };
    }

    private void disturb(Task task, Thread thread) {
        switch (task.trouble()) {
            case NONE -> {}
            case INTERRUPT -> thread.interrupt();
            case CANCEL ->
                    engines.get(0)
                            .cancel(
                                    task.request().resource().root(),
                                    task.request().id(),
                                    "cancelled by the test");
        }
    }

    private void run(Task task, CountDownLatch go) {
        try {
            go.await();
            boolean served = task.kept() ? holdAndUse(task) : acquireAndUse(task);
            if (served) {
                taken.incrementAndGet();
            } else if (task.mustBeServed()) {
                unserved.incrementAndGet();
            }
        } catch (InterruptedException e) {
            if (task.trouble() != Trouble.INTERRUPT) {
                failures.add(e);
            }
        } catch (RuntimeException | AssertionError e) {
            failures.add(e);
        }
    }

    private boolean holdAndUse(Task task) throws InterruptedException {
        HoldOutcome outcome = task.engine().hold(task.request());
        if (outcome instanceof HoldOutcome.Taken held) {
            try (var lock = held.locks().get(0)) {
                use(task, lock.token());
            }
            return true;
        }
        return false;
    }

    private boolean acquireAndUse(Task task) throws InterruptedException {
        AcquireOutcome outcome = task.engine().acquire(task.request());
        if (outcome instanceof AcquireOutcome.Granted granted) {
            use(task, granted.hold().token());
            task.engine()
                    .release(
                            task.request().resource().root(),
                            granted.hold().id(),
                            task.request().id());
            return true;
        }
        return false;
    }

    private void use(Task task, Token token) {
        guarded[task.root()].use(task.part(), task.request().mode(), token);
    }

    private void check() {
        assertThat(failures).isEmpty();
        for (int i = 0; i < ROOTS; i++) {
            RootView view = store.read(Resource.parse("root-" + i).root(), Interest.NONE);
            assertThat(view.holds()).as("holds of nobody").isEmpty();
            assertThat(view.waiting()).as("places in line of nobody").isZero();
            assertThat(guarded[i].isConsistent()).as("nobody was inside together").isTrue();
        }
        assertThat(unserved).as("who waits long enough is served").hasValue(0);
        assertThat(countOf(LockEvent.Type.RELEASED))
                .as("every grant was given back")
                .isEqualTo(countOf(LockEvent.Type.ACQUIRED))
                .isGreaterThanOrEqualTo(taken());
    }

    @Override
    public void close() {
        engines.forEach(LockEngine::close);
        store.close();
    }
}
