package holdfast.engine;

import holdfast.model.AcquireRequest;
import holdfast.model.Claim;
import holdfast.model.EngineId;
import holdfast.model.Hold;
import holdfast.model.HoldDraft;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
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
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What the tests of this package begin with. */
final class Stubs {
    static final StoreTime NOON = new StoreTime(1_700_000_000_000_000_000L);
    static final Resource API = Resource.parse("shop//api");
    static final EngineId ENGINE = new EngineId("engine-1");
    private static final Owner OWNER = new Owner(new OwnerId("owner-1"), "alice");

    private Stubs() {}

    static KeptHold kept(Duration lease) {
        Hold hold = draft(lease).stamped(NOON, new Token(7));
        return new KeptHold(hold, hold.claims().get(0), new HostTime(0, 0), lease);
    }

    static HoldDraft draft(Duration lease) {
        return new HoldDraft(
                API,
                Mode.EXCLUSIVE,
                OWNER,
                List.of(new Claim(new RequestId("request-1"), API, Mode.EXCLUSIVE)),
                Terms.of(lease),
                lease,
                Standing.CONFIRMED,
                Priority.NORMAL,
                Note.NONE,
                ENGINE,
                1);
    }

    static Waiter place() {
        return new WaiterDraft(
                        new Claim(new RequestId("request-1"), API, Mode.EXCLUSIVE),
                        OWNER,
                        Terms.of(Duration.ofMinutes(1)),
                        Priority.NORMAL,
                        0,
                        Note.NONE,
                        ENGINE,
                        Duration.ofSeconds(30))
                .stamped(NOON, new Ticket(1));
    }

    static AcquireRequest request(String id) {
        return new AcquireRequest(
                new RequestId(id),
                API,
                Mode.EXCLUSIVE,
                OWNER,
                null,
                new WhenHeld.Wait(Duration.ofMinutes(1)),
                WhenFrozen.WAIT,
                Duration.ofMinutes(1),
                Priority.NORMAL,
                Note.NONE,
                null);
    }

    /** Runs each on a thread of its own, in any order of their steps, and comes back when all have ended. */
    static void together(Runnable... bodies) {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable body : bodies) {
            threads.add(
                    new Thread(() -> {
                        try {
                            body.run();
                        } catch (RuntimeException | AssertionError e) {
                            synchronized (failures) {
                                failures.add(e);
                            }
                        }
                    }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0));
        }
    }

    static void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
