package holdfast.audit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.json.JsonObject;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.testkit.WatchedDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever has the turn writes what others announce too, and may fail in any way: here when it says what is pruned. */
@Timeout(60)
final class FailedTurnTest {
    @TempDir private Path folder;

    /** Whoever asks for the time while it is broken fails, the first one when it is let go. */
    private static final class Clock implements InstantSource {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch go = new CountDownLatch(1);
        private volatile boolean broken;

        @Override
        public Instant instant() {
            if (!broken) {
                return Trails.NOON;
            }
            asked.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException("broken");
        }
    }

    @Test
    void whatAnotherWasToWriteAndDidNotIsRefused() throws Exception {
        var trails = new Trails(folder.resolve("audit"));
        var documents = new WatchedDocuments(new MemoryDocumentStore());
        var clock = new Clock();
        try (var trail = AuditTrail.open(trails.smallFiles(2), documents, clock)) {
            documents.goAway();
            // From now on each new file is one too many.
            Trails.record(trail, 1, 200);
            clock.broken = true;
            Thread first = Thread.ofPlatform().start(() -> recordUntilAsked(trail, clock));
            clock.asked.await();
            Set<String> refused = ConcurrentHashMap.newKeySet();
            List<Thread> others =
                    Stream.of("one", "two", "three")
                            .map(id ->
                                    Thread.ofPlatform()
                                            .start(() -> {
                                                if (!isAnnounced(trail, id)) {
                                                    refused.add(id);
                                                }
                                            }))
                            .toList();
            while (others.stream().anyMatch(thread -> thread.getState() != Thread.State.WAITING)) {
                Thread.onSpinWait();
            }

            clock.go.countDown();
            first.join();
            for (Thread other : others) {
                other.join();
            }

            Set<String> missing = ConcurrentHashMap.newKeySet();
            missing.addAll(List.of("one", "two", "three"));
            missing.removeAll(locks(trails));
            assertThat(missing).isNotEmpty();
            assertThat(refused).isEqualTo(missing);

            clock.broken = false;
            trail.record(Trails.event("lock.released", "last"));
            assertThat(String.join("\n", trails.lines())).contains("audit.gap", "last");
            assertThat(trail.trouble().orElse("")).doesNotContain("broken");
        }
        assertThat(trails.problems()).isEmpty();
    }

    private static void recordUntilAsked(AuditTrail trail, Clock clock) {
        while (clock.asked.getCount() > 0) {
            Trails.record(trail, 1, 1);
        }
    }

    private static List<String> locks(Trails trails) throws IOException {
        return trails.lines().stream()
                .map(line -> JsonObject.parse(line).optionalText("lock_id").orElse(""))
                .toList();
    }

    /** With a line that fills a file. */
    private static boolean isAnnounced(AuditTrail trail, String lock) {
        try {
            trail.announce(
                    new AuditEvent(
                            Trails.NOON,
                            AuditEvent.Level.WARN,
                            "lock.force_unlock.requested",
                            "shop",
                            lock,
                            "alice",
                            Map.of("reason", "x".repeat(2_000)),
                            null));
            return true;
        } catch (AuditFailedException e) {
            return false;
        }
    }
}
