package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.StoreTime;
import holdfast.store.HoldPage;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ForeignChangesTest {
    private final LockStore memory = MemoryLockStore.withSystemClock();

    /** Runs something in its second look, after it has read everything, and then says that it is later. */
    private LockStore slow(Runnable meanwhile) {
        var looks = new AtomicInteger();
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            Object found = method.invoke(memory, arguments);
                            if (found instanceof HoldPage page && looks.incrementAndGet() == 2) {
                                meanwhile.run();
                                return new HoldPage(memory.holds(null, 1).now(), page.holds());
                            }
                            return found;
                        });
    }

    /** As on DynamoDB, where a look takes long and its time is that of the latest change that it found. */
    @Test
    void noMoreIsCalledKnownThanWasSeenAlsoIfAStoreNamesTheEndOfALook() throws Exception {
        var log = new EventLog();
        try (Served other = Served.start(memory, EngineSettings.DEFAULT);
                LockEngine engine =
                        LockEngine.open(
                                slow(() -> other.holds("alice", "shop")), EngineSettings.DEFAULT);
                var foreign = new ForeignChanges(engine, log)) {
            // The first request takes long, and so would the pause after a look with it.
            other.holds("bob", "mail");
            foreign.begin();

            List<EventLog.Entry> told = log.after(0, Duration.ofSeconds(30)).entries();

            assertThat(told).hasSize(1);
            StoreTime happened = told.getFirst().happening().at();
            assertThat(told.getFirst().known().hasReached(happened)).isFalse();
            foreign.end();
        }
    }
}
