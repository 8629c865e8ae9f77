package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.LockId;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many look for locks by their ids: one look at a time, for all who came by then. */
@Timeout(60)
final class SearchTest {
    private final List<Set<LockId>> looks = new CopyOnWriteArrayList<>();
    private final CountDownLatch slow = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stop() {
        slow.countDown();
        threads.close();
    }

    private static LockId lock(int number) {
        return new LockId("lock_" + number + "_alice_00000000");
    }

    private Map<LockId, Root> found(Set<LockId> locks) {
        looks.add(Set.copyOf(locks));
        var found = new HashMap<LockId, Root>();
        locks.forEach(lock -> found.put(lock, new Root("of-" + lock.text())));
        return found;
    }

    private Map<LockId, Root> foundInTheEnd(Set<LockId> locks) {
        Map<LockId, Root> found = found(locks);
        try {
            slow.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return found;
    }

    @Test
    void whoComesWhileALookGoesOnSharesTheNext() throws Exception {
        var search = new Search(this::foundInTheEnd);
        var searches = new ArrayList<Future<Map<LockId, Root>>>();
        searches.add(threads.submit(() -> search.of(Set.of(lock(0)))));
        Conditions.await(() -> looks.size() == 1);
        for (int i = 1; i <= 50; i++) {
            LockId mine = lock(i);
            searches.add(threads.submit(() -> search.of(Set.of(mine))));
        }
        Conditions.await(() -> search.waiting() == 50);

        slow.countDown();

        for (int i = 0; i <= 50; i++) {
            assertThat(searches.get(i).get(20, TimeUnit.SECONDS)).containsKey(lock(i));
        }
        assertThat(looks).hasSize(2);
    }

    @Test
    void afterALookThatTookLongThereIsARest() throws Exception {
        var search =
                new Search(locks -> {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                    return found(locks);
                });
        search.of(Set.of(lock(1)));
        long began = System.nanoTime();

        search.of(Set.of(lock(2)));

        assertThat(System.nanoTime() - began).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(400));
    }

    @Test
    void aFailureIsToldToAllWhoWaitedForItAndTheNextLooksAnew() throws Exception {
        var failing = new CountDownLatch(1);
        var search =
                new Search(locks -> {
                    Map<LockId, Root> found = found(locks);
                    if (failing.getCount() > 0) {
                        throw new StoreException.Unavailable("it is away", null);
                    }
                    return found;
                });

        assertThatThrownBy(() -> search.of(Set.of(lock(1))))
                .isInstanceOf(StoreException.Unavailable.class);
        failing.countDown();
        assertThat(search.of(Set.of(lock(1)))).containsKey(lock(1));
    }

    @Test
    void whoLooksForNothingLooksAtNothing() throws Exception {
        assertThat(new Search(this::found).of(Set.of())).isEmpty();
        assertThat(looks).isEmpty();
    }
}
