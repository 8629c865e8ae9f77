package holdfast.bench;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.EngineId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.rulebook.Circumstances;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rulebook;
import holdfast.rulebook.Rules;
import holdfast.store.Interest;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.List;

/** How much heap 100,000 held locks and 100,000 waiters take in the memory store, with ids only and no metadata. */
final class MemoryBench {
    private static final int COUNT = 100_000;

    void run() throws Exception {
        Rounds.say("== memory: heap for 100,000 held locks and 100,000 waiters");
        double[] held = Rounds.of(3, MemoryBench::heldBytes);
        double[] waiting = Rounds.of(3, MemoryBench::waitingBytes);
        Rounds.say(
                "bytes for a held lock on its own root:   %s   goal at most 1024",
                Rounds.show(held));
        Rounds.say(
                "bytes for a waiter:                      %s   goal at most 500",
                Rounds.show(waiting));
    }

    private static double heldBytes() throws Exception {
        try (var store = MemoryLockStore.withSystemClock();
                var holdfast = Holdfast.on(store)) {
            long before = usedHeap();
            for (int i = 0; i < COUNT; i++) {
                AcquireRequest request = request("root-" + i, i, new WhenHeld.GiveUp());
                if (!(holdfast.engine().acquire(request) instanceof AcquireOutcome.Granted)) {
                    throw new IllegalStateException("not granted");
                }
            }
            long after = usedHeap();
            holdfast.engine().look(new Root("root-1")); // the store is still reachable here
            return (double) (after - before) / COUNT;
        }
    }

    private static double waitingBytes() throws Exception {
        Limits usual = Limits.DEFAULT;
        var limits =
                new Limits(
                        COUNT + 1,
                        usual.waitingPathsMax(),
                        usual.queueTimeMax(),
                        usual.leaseMin(),
                        usual.leaseMax(),
                        64);
        var rules =
                new Rules(
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(25),
                        Duration.ofHours(1),
                        limits,
                        List.of());
        try (var store = MemoryLockStore.withSystemClock()) {
            var rulebook = new Rulebook(rules);
            join(store, rulebook, request("busy", COUNT, new WhenHeld.Wait(Duration.ofMinutes(5))));
            long before = usedHeap();
            for (int i = 0; i < COUNT; i++) {
                join(store, rulebook, request("busy", i, new WhenHeld.Wait(Duration.ofMinutes(5))));
            }
            long after = usedHeap();
            int waiting = store.read(new Root("busy"), Interest.NONE).waiting();
            if (waiting != COUNT) {
                throw new IllegalStateException(waiting + " wait");
            }
            return (double) (after - before) / COUNT;
        }
    }

    /** Joins without an engine: a waiter of the store, not a thread that waits. */
    private static void join(MemoryLockStore store, Rulebook rulebook, AcquireRequest request) {
        Interest interest = Interest.in(request.id());
        var view = store.read(request.resource().root(), interest);
        var circumstances =
                new Circumstances(new EngineId("bench"), store.freezes(), request.id().hashCode());
        var commit = rulebook.acquire(view, request, circumstances).toCommit().orElseThrow();
        store.commit(List.of(commit));
    }

    private static AcquireRequest request(String root, int i, WhenHeld whenHeld) {
        return new AcquireRequest(
                new RequestId("request-" + i),
                Resource.parse(root),
                Mode.EXCLUSIVE,
                new Owner(new OwnerId("owner-" + i), "o"),
                null,
                whenHeld,
                WhenFrozen.WAIT,
                Duration.ofHours(1),
                Priority.NORMAL,
                Note.NONE,
                null);
    }

    private static long usedHeap() {
        for (int i = 0; i < 4; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
