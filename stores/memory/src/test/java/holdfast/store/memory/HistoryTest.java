package holdfast.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.Commit;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.LockStore;
import holdfast.store.RootView;
import holdfast.store.Stamp;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.LosingAnswers;
import holdfast.store.testkit.history.ManyClients;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many clients are told, and that a store which breaks its contract is found out by it. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
final class HistoryTest {
    private static final int ENGINES = 4;
    private static final ManyClients.Plan LONG = new ManyClients.Plan(20_261_116, 3, 3, 40);
    private static final ManyClients.Plan SHORT = new ManyClients.Plan(20_261_116, 2, 3, 12);

    private final MemoryLockStore store = MemoryLockStore.withSystemClock();
    private final AtomicInteger count = new AtomicInteger();

    private static LockHistory history(LockStore shared, ManyClients.Plan plan)
            throws InterruptedException {
        try (var clients = ManyClients.on(Collections.nCopies(ENGINES, shared), plan)) {
            return clients.whenDone();
        }
    }

    private static void assertFoundOut(LockStore broken) throws InterruptedException {
        LockHistory history = history(broken, SHORT);

        assertThatThrownBy(history::verify)
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching("(?s)(locks of '|no clock of a store).*");
    }

    private boolean everyNth(int n) {
        return count.incrementAndGet() % n == 0;
    }

    @Test
    void whateverAnswersAreLostOneLockPerRootCouldHaveToldTheSame() throws Exception {
        LockHistory history = history(LosingAnswers.around(store, 7), LONG);

        history.verify();
        assertThat(history.grants()).isGreaterThan(150);
        assertThat(history.unknownOutcomes()).isGreaterThan(10);
        assertThat(history.losses()).isPositive();
    }

    @Test
    void aStoreThatAnswersARefusedCommitAsMadeIsFoundOut() throws Exception {
        assertFoundOut(
                answering(commit ->
                        switch (made(commit)) {
                            case CommitResult.Refused refused when grants(commit) ->
                                    pretended(refused.view());
                            case CommitResult other -> other;
                        }));
    }

    @Test
    void aStoreThatLosesAWriteIsFoundOut() throws Exception {
        assertFoundOut(
                answering(commit ->
                        grants(commit) && everyNth(5)
                                ? pretended(store.read(commit.root(), Interest.NONE))
                                : made(commit)));
    }

    @Test
    void aStoreThatTellsATokenThatOthersHavePassedIsFoundOut() throws Exception {
        assertFoundOut(
                answering(commit ->
                        switch (made(commit)) {
                            case CommitResult.Committed made when grants(commit) && everyNth(5) ->
                                    new CommitResult.Committed(
                                            withNumberOfASecondAgo(made.stamp()));
                            case CommitResult other -> other;
                        }));
    }

    /** As from a replica that lags behind. */
    @Test
    void aStoreThatShowsHowARootOnceLookedIsFoundOut() throws Exception {
        Map<Root, RootView> old = new ConcurrentHashMap<>();
        assertFoundOut(
                showing(view -> {
                    RootView before = old.put(view.root(), view);
                    return before != null && everyNth(3) ? before : view;
                }));
    }

    private static boolean grants(Commit commit) {
        return commit.changes().stream().anyMatch(Change.Grant.class::isInstance);
    }

    private CommitResult made(Commit commit) {
        return store.commit(List.of(commit)).getFirst();
    }

    /** As if a commit had been made to a root that looks like this. */
    private static CommitResult pretended(RootView view) {
        return new CommitResult.Committed(
                new Stamp(view.now(), view.now().micros(), view.version() + 1, Set.of()));
    }

    private static Stamp withNumberOfASecondAgo(Stamp stamp) {
        return new Stamp(
                stamp.now(), stamp.firstNumber() - 1_000_000, stamp.version(), stamp.missed());
    }

    /** The store, but commits are answered by this. */
    private LockStore answering(Function<Commit, CommitResult> answer) {
        return around((method, arguments) ->
                method.getName().equals("commit")
                        ? ((List<?>) arguments[0])
                                .stream().map(Commit.class::cast).map(answer).toList()
                        : method.invoke(store, arguments));
    }

    /** The store, but looks are changed by this. */
    private LockStore showing(UnaryOperator<RootView> change) {
        return around((method, arguments) -> {
            Object answer = method.invoke(store, arguments);
            return answer instanceof RootView view ? change.apply(view) : answer;
        });
    }

    private interface Calls {
        Object call(Method method, Object[] arguments) throws ReflectiveOperationException;
    }

    private static LockStore around(Calls calls) {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            try {
                                return calls.call(method, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
    }
}
