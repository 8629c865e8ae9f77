package holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Claim;
import holdfast.model.Ending;
import holdfast.model.Hold;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.StoreTime;
import holdfast.model.Terms;
import holdfast.model.Ticket;
import holdfast.model.Token;
import holdfast.model.Waiter;
import holdfast.model.WaiterDraft;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.StoreException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told to those who ask for their place, and how often a line is read for it. */
@Timeout(60)
final class LinesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final Root ROOT = Stubs.API.root();

    private final AtomicLong nanos = new AtomicLong(7);
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile List<Hold> holds = List.of(held(7, MINUTE));
    private volatile List<Waiter> queue = List.of();
    private volatile Runnable whileReading = () -> {};
    private final Lines lines = new Lines(store(), host());

    /** Shows the holds and the queue of this test, which nobody but the test changes. */
    private LockStore store() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LinesTest.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) ->
                                switch (method.getName()) {
                                    case "read" -> look();
                                    case "queue" -> read();
                                    default -> throw new AssertionError(method);
                                });
    }

    private EngineHost host() {
        var still = new StubHost();
        return (EngineHost)
                Proxy.newProxyInstance(
                        LinesTest.class.getClassLoader(),
                        new Class<?>[] {EngineHost.class},
                        (proxy, method, arguments) ->
                                method.getName().equals("monotonicNanos")
                                        ? nanos.get()
                                        : method.invoke(still, arguments));
    }

    private RootView look() {
        looks.incrementAndGet();
        return new RootView(ROOT, now(), 1, 1, holds, List.of(), queue.size(), 1, Map.of());
    }

    private List<Waiter> read() {
        List<Waiter> seen = queue;
        reads.incrementAndGet();
        whileReading.run();
        return seen;
    }

    private StoreTime now() {
        return Stubs.NOON.plus(Duration.ofNanos(nanos.get()));
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static Hold held(long token, Duration lease) {
        return Stubs.draft(lease).stamped(Stubs.NOON, new Token(token));
    }

    private static WaiterDraft draft(String owner, String resource) {
        return new WaiterDraft(
                new Claim(
                        new RequestId("request-of-" + owner),
                        Resource.parse(resource),
                        Mode.EXCLUSIVE),
                new Owner(new OwnerId(owner), owner),
                Terms.of(MINUTE),
                Priority.NORMAL,
                0,
                Note.NONE,
                Stubs.ENGINE,
                MINUTE);
    }

    private static Waiter waiter(String owner, long ticket) {
        return draft(owner, "shop//api").stamped(Stubs.NOON, new Ticket(ticket));
    }

    private void commit(long firstNumber, Change... changes) {
        var commit = new Commit(ROOT, Interest.NONE, List.of(), List.of(changes), Set.of());
        var stamp = new Stamp(now(), firstNumber, 31, Set.of());
        lines.committed(new CommitLoop.Made(commit, stamp, new HostTime(0, 0), holds));
    }

    private List<String> aheadOf(Waiter waiter) {
        return lines.of(waiter).ahead().stream().map(ahead -> ahead.owner().id().text()).toList();
    }

    @Test
    void howeverManyAskALineIsReadOnceASecond() {
        List<Waiter> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(waiter("owner-" + i, 100 + i));
        }
        queue = all;

        for (int i = 0; i < all.size(); i++) {
            assertThat(lines.of(all.get(i)).ahead()).hasSize(i);
        }
        assertThat(reads).hasValue(1);
        assertThat(looks).hasValue(1);

        passes(Line.GOOD_FOR);
        all.forEach(lines::of);
        assertThat(reads).hasValue(2);
        assertThat(looks).hasValue(2);
    }

    @Test
    void whoAsksWhileAnotherReadsIsToldByThatReading() {
        Waiter bob = waiter("bob", 11);
        Waiter carol = waiter("carol", 12);
        queue = List.of(bob, carol);
        Thread[] asking = new Thread[20];
        var told = new AtomicInteger();
        for (int i = 0; i < asking.length; i++) {
            asking[i] = new Thread(() -> told.addAndGet(aheadOf(carol).size()));
        }
        whileReading =
                () -> {
                    Arrays.stream(asking).forEach(Thread::start);
                    // Only who has come to rest waits for this reading.
                    while (Arrays.stream(asking)
                            .anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
                        Thread.onSpinWait();
                    }
                };

        assertThat(aheadOf(carol)).containsExactly("bob");

        join(asking);
        assertThat(told).hasValue(asking.length);
        assertThat(reads).hasValue(1);
    }

    @Test
    void whatFailsFailsForAllWhoWaitForItAndTheNextReadsAgain() {
        Waiter bob = waiter("bob", 11);
        var failed = new AtomicInteger();
        var other =
                new Thread(() -> {
                    try {
                        lines.of(bob);
                    } catch (StoreException e) {
                        failed.incrementAndGet();
                    }
                });
        whileReading =
                () -> {
                    other.start();
                    while (other.getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    throw new StoreException.Unavailable("away", null);
                };

        assertThatThrownBy(() -> lines.of(bob)).isInstanceOf(StoreException.class);
        join(other);
        assertThat(failed).hasValue(1);
        assertThat(reads).hasValue(1);

        whileReading = () -> {};
        assertThat(aheadOf(bob)).isEmpty();
        assertThat(reads).hasValue(2);
    }

    @Test
    void whatThisEngineDoesShowsAtOnce() {
        Waiter bob = waiter("bob", 11);
        Waiter dave = waiter("dave", 99);
        queue = List.of(bob, dave);
        assertThat(aheadOf(dave)).containsExactly("bob");

        commit(50, new Change.Grant(Stubs.draft(MINUTE)), new Change.Join(draft("carol", "shop")));
        assertThat(lines.of(dave).ahead())
                .extracting(ahead -> ahead.ticket().number())
                .containsExactly(11L, 51L);

        commit(0, new Change.Leave(bob, null));
        assertThat(aheadOf(dave)).containsExactly("carol");
        assertThat(reads).hasValue(1);
    }

    @Test
    void whoComesToHoldByThisEngineIsToldAtOnceAndTheLineIsNotReadForIt() {
        Waiter bob = waiter("bob", 11);
        queue = List.of(bob);
        lines.of(bob);

        holds = List.of(held(8, MINUTE));
        commit(0, new Change.End(held(7, MINUTE), new Ending.Released()));

        assertThat(lines.of(bob).holds()).containsExactlyElementsOf(holds);
        assertThat(looks).hasValue(2);
        assertThat(reads).hasValue(1);
    }

    @Test
    void whatThisEngineDoesWhileTheLineIsReadIsNotLostByThat() {
        Waiter bob = waiter("bob", 11);
        Waiter dave = waiter("dave", 99);
        queue = List.of(bob, dave);
        whileReading =
                () ->
                        commit(
                                50,
                                new Change.Leave(bob, null),
                                new Change.Join(draft("carol", "shop")));

        assertThat(aheadOf(dave)).containsExactly("carol");
    }

    @Test
    void whatOthersDoShowsAfterASecond() {
        Waiter bob = waiter("bob", 11);
        Waiter dave = waiter("dave", 99);
        queue = List.of(bob, dave);
        lines.of(dave);

        queue = List.of(waiter("erin", 10), dave);
        passes(Line.GOOD_FOR.minusNanos(1));
        assertThat(aheadOf(dave)).containsExactly("bob");

        passes(Duration.ofNanos(1));
        assertThat(aheadOf(dave)).containsExactly("erin");
    }

    @Test
    void aWaiterWhosePlaceHasLapsedIsNotCounted() {
        Waiter bob = waiter("bob", 11);
        passes(MINUTE);
        Waiter carol = draft("carol", "shop//api").stamped(now(), new Ticket(12));
        Waiter dave = draft("dave", "shop//api").stamped(now(), new Ticket(13));
        queue = List.of(bob, carol, dave);

        assertThat(aheadOf(dave)).containsExactly("carol");
    }

    @Test
    void whoWaitsForSomethingElseIsNotAhead() {
        Waiter bob = draft("bob", "shop//web").stamped(Stubs.NOON, new Ticket(11));
        Waiter carol = draft("carol", "shop").stamped(Stubs.NOON, new Ticket(12));
        Waiter dave = waiter("dave", 13);
        queue = List.of(bob, carol, dave);

        assertThat(aheadOf(dave)).containsExactly("carol");
    }

    @Test
    void aHoldThatWasRenewedMeanwhileIsStillToldWhenItsOldEndHasCome() {
        Waiter bob = waiter("bob", 11);
        queue = List.of(bob);
        holds = List.of(held(7, MOMENT));
        assertThat(lines.of(bob).holds()).hasSize(1);

        holds = List.of(held(7, MINUTE));
        passes(MOMENT);

        assertThat(lines.of(bob).holds()).containsExactlyElementsOf(holds);
        assertThat(reads).hasValue(1);
    }

    @Test
    void aHoldThatHasLapsedIsNotToldAndLookedForOnce() {
        Waiter bob = waiter("bob", 11);
        queue = List.of(bob);
        holds = List.of(held(7, MOMENT));
        lines.of(bob);
        passes(MOMENT);

        assertThat(lines.of(bob).holds()).isEmpty();
        lines.of(bob);
        assertThat(looks).hasValue(2);
    }

    @Test
    void aLineThatNobodyAsksForIsForgotten() {
        Waiter bob = waiter("bob", 11);
        Waiter other = draft("carol", "other").stamped(Stubs.NOON, new Ticket(12));
        lines.of(bob);
        lines.of(other);
        assertThat(lines.known()).isEqualTo(2);

        passes(Lines.KEPT_FOR);
        lines.of(bob);

        assertThat(lines.known()).isEqualTo(1);
    }

    private static void join(Thread... threads) {
        for (Thread thread : threads) {
            try {
                assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
