package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.LockRequest;
import holdfast.engine.LockEngine;
import holdfast.model.AcquireOutcome;
import holdfast.model.Hold;
import holdfast.model.OwnerId;
import holdfast.model.Root;
import holdfast.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bytes anywhere in a closed file are overwritten. SQLite keeps no sum over its pages, so not every change can be noticed; but
 * whoever uses the file gets an answer or a {@link StoreException}, and nothing else. {@code -Dsystem.corruptions=5000} tries
 * more, {@code -Dsystem.seed=...} repeats a run.
 */
final class CorruptionTest {
    private static final int CORRUPTIONS = Integer.getInteger("system.corruptions", 80);
    private static final int ROOTS = 40;

    private final long seed = Long.getLong("system.seed", System.nanoTime());
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @TempDir private Path folder;

    @Test
    void whoeverUsesADamagedFileGetsAnAnswerOrAStoreException() throws Exception {
        System.out.println("overwriting bytes: seed " + seed);
        byte[] sound = soundStore();
        for (int i = 0; i < CORRUPTIONS; i++) {
            var random = new Random(seed + i);
            Path file = folder.resolve("damaged-" + i + ".db");
            Files.write(file, damaged(sound, random));
            String outcome = use(file, "seed " + (seed + i));
            outcomes.merge(outcome, 1, Integer::sum);
            removeAll(file);
        }
        System.out.println("overwriting bytes: " + outcomes);
        assertThat(outcomes).containsKey("Corrupted");
    }

    private byte[] soundStore() throws Exception {
        Path file = folder.resolve("sound.db");
        try (LockFile store = LockFile.open(file)) {
            Holdfast holdfast = store.holdfast();
            for (int i = 0; i < ROOTS; i++) {
                LockRequest request =
                        holdfast.lock("root-" + i).reason("deploy").lease(Duration.ofHours(1));
                AcquireOutcome outcome = request.metadata("build", "17").acquireDetached();
                if (i % 2 == 0 && outcome instanceof AcquireOutcome.Granted granted) {
                    holdfast.engine().release(new Root("root-" + i), granted.hold().id(), null);
                }
            }
        }
        return Files.readAllBytes(file);
    }

    private static byte[] damaged(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int length = 1 << random.nextInt(12);
        int at = random.nextInt(bytes.length - length);
        for (int i = at; i < at + length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static String use(Path file, String which) throws Exception {
        List<String> troubles = new ArrayList<>();
        try (LockFile store = LockFile.open(file)) {
            for (Step step : steps(store)) {
                try {
                    step.take();
                } catch (StoreException e) {
                    troubles.add(e.getClass().getSimpleName());
                } catch (RuntimeException e) {
                    throw new AssertionError(which + " gave neither answer nor StoreException", e);
                }
            }
        } catch (StoreException e) {
            troubles.add(e.getClass().getSimpleName());
        }
        return troubles.isEmpty() ? "unnoticed" : troubles.getFirst();
    }

    private interface Step {
        void take() throws Exception;
    }

    private static List<Step> steps(LockFile store) {
        Holdfast holdfast = store.holdfast();
        LockEngine engine = holdfast.engine();
        List<Step> steps = new ArrayList<>();
        steps.add(() -> store.store().holds(null, 1_000));
        steps.add(() -> store.store().lapsed(1_000));
        steps.add(() -> store.store().audit(1_000));
        steps.add(() -> store.store().entangling(new OwnerId("nobody")));
        steps.add(() -> engine.deadlocks());
        for (int i = 0; i < ROOTS; i++) {
            String root = "root-" + i;
            steps.add(() -> engine.look(new Root(root)));
            steps.add(() -> holdfast.lock(root).take());
            steps.add(() -> release(engine, new Root(root)));
        }
        steps.add(() -> holdfast.lock("new").waitAtMost(Duration.ofMillis(5)).take());
        return steps;
    }

    private static void release(LockEngine engine, Root root) {
        for (Hold hold : engine.look(root).holds()) {
            engine.release(root, hold.id(), null);
        }
    }

    private static void removeAll(Path file) throws IOException {
        for (String ending : List.of("", "-wal", "-shm", "-journal")) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + ending));
        }
    }
}
