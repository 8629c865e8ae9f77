package holdfast.system;

import holdfast.engine.HeldLock;
import holdfast.model.Mode;
import holdfast.model.ReleaseOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a process was told about its locks, a line for each. A line is one write, which outlives the process: what was not written
 * was not told either. All times are on the monotonic clock that the processes of a machine share.
 */
final class GrantLog implements AutoCloseable {
    private final FileChannel channel;

    GrantLog(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** To be called as soon as the lock was given. */
    void taken(HeldLock lock) throws IOException {
        long now = System.nanoTime();
        long trusted = lock.trustLeft().toNanos();
        write(
                "taken",
                lock.id(),
                lock.token(),
                lock.resource().root(),
                lock.hold().mode(),
                now,
                Math.max(0, trusted));
    }

    /** To be called before the lock is given back. */
    void releasing(HeldLock lock) throws IOException {
        long now = System.nanoTime();
        boolean held = lock.state().isHeld() && lock.trustLeft().isPositive();
        write("releasing", lock.id(), held ? now : 0);
    }

    void released(HeldLock lock, ReleaseOutcome outcome) throws IOException {
        write("released", lock.id(), outcome.getClass().getSimpleName());
    }

    void failed(Exception e) throws IOException {
        write("failed", String.valueOf(e).replaceAll("\\s+", " "));
    }

    private void write(Object... words) throws IOException {
        String line = String.join(" ", List.of(words).stream().map(Object::toString).toList());
        channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * A grant that a process was told of.
     *
     * @param taken when it knew
     * @param trustedNanos for how long from then on the process was promised the lock at least; 0 if it came too late
     * @param heldUntil until when the process certainly held it
     * @param outcome what the release said; null if the process did not hear it
     */
    record Grant(
            String lock,
            long token,
            String root,
            Mode mode,
            long taken,
            long trustedNanos,
            long heldUntil,
            End end,
            @Nullable String outcome) {
        enum End {
            NONE,
            BEGUN,
            TOLD
        }

        private Grant ending(long until, End newEnd, @Nullable String newOutcome) {
            return new Grant(
                    lock,
                    token,
                    root,
                    mode,
                    taken,
                    trustedNanos,
                    Math.max(until, heldUntil),
                    newEnd,
                    newOutcome);
        }

        boolean wasHeld() {
            return trustedNanos > 0;
        }

        boolean isPromisedAt(long now) {
            return now - taken < trustedNanos;
        }
    }

    static List<Grant> read(Path file) throws IOException {
        Map<String, Grant> grants = new LinkedHashMap<>();
        if (!Files.exists(file)) {
            return List.of();
        }
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "taken" -> grants.put(words[1], grant(words));
                case "releasing" ->
                        grants.computeIfPresent(
                                words[1],
                                (lock, grant) ->
                                        grant.ending(
                                                Long.parseLong(words[2]), Grant.End.BEGUN, null));
                case "released" ->
                        grants.computeIfPresent(
                                words[1],
                                (lock, grant) -> grant.ending(0, Grant.End.TOLD, words[2]));
                default -> throw new AssertionError(file.getFileName() + ": " + line);
            }
        }
        return new ArrayList<>(grants.values());
    }

    private static Grant grant(String[] words) {
        long taken = Long.parseLong(words[5]);
        return new Grant(
                words[1],
                Long.parseLong(words[2]),
                words[3],
                Mode.valueOf(words[4]),
                taken,
                Long.parseLong(words[6]),
                taken,
                Grant.End.NONE,
                null);
    }
}
