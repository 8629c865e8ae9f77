package holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.Mode;
import holdfast.model.Note;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.model.Priority;
import holdfast.model.ReleaseOutcome;
import holdfast.model.RequestId;
import holdfast.model.Resource;
import holdfast.model.Root;
import holdfast.model.WhenFrozen;
import holdfast.model.WhenHeld;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an engine remembers of a root must not become an answer. */
final class EngineMemoryTest {
    private static final Root ROOT = new Root("prod");
    private final AtomicLong clock = new AtomicLong(1_000_000_000_000L);

    private static AcquireRequest request(
            String owner, String id, String path, @Nullable LockId under) {
        return new AcquireRequest(
                new RequestId(id),
                Resource.parse("prod//" + path),
                Mode.EXCLUSIVE,
                new Owner(new OwnerId(owner), owner),
                under,
                new WhenHeld.GiveUp(),
                WhenFrozen.WAIT,
                Duration.ofSeconds(owner.equals("short") ? 1 : 60),
                Priority.NORMAL,
                Note.NONE,
                null);
    }

    private static Hold acquire(LockEngine engine, AcquireRequest request)
            throws InterruptedException {
        return ((AcquireOutcome.Granted) engine.acquire(request)).hold();
    }

    @Test
    void aClaimReleasedTwiceIsToldSoTwiceAlthoughTheEngineRemembersTheRoot()
            throws InterruptedException {
        try (var store = new MemoryLockStore(clock::get);
                var engine = LockEngine.open(store, EngineSettings.DEFAULT)) {
            acquire(engine, request("short", "lapses", "b", null));
            LockId lock = acquire(engine, request("long", "first", "a", null)).id();
            acquire(engine, request("long", "second", "a", lock));
            // Something else lapses, so that the second release finds something to commit.
            clock.addAndGet(Duration.ofSeconds(2).toNanos());

            var once = engine.release(ROOT, lock, new RequestId("second"));
            var twice = engine.release(ROOT, lock, new RequestId("second"));

            assertThat(once).isEqualTo(new ReleaseOutcome.Released(1));
            assertThat(twice).isEqualTo(new ReleaseOutcome.Released(1));
        }
    }
}
