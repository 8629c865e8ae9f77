package holdfast.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEvent;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.StoreException;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit trail of one server. Safe for use by many threads.
 *
 * <p>A line is handed to the operating system before {@code record} returns, so a killed server loses none; it is on disk a moment later,
 * and for {@code announce} before that returns. A line that cannot be written does not stop the engine: it is counted, and the next line
 * that can be written is preceded by one that tells of the gap.
 */
public final class AuditTrail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private final InstantSource clock;
    private final DocumentCopy copy;
    private final AuditDocuments documents;
    private final ScheduledExecutorService worker =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("holdfast-audit").factory());

    private final String server;
    private final Forcing forcing;

    /** What is to be written. Whoever has the turn writes all of it at once, also for those who wait for their turn. */
    private final Queue<Entry> arrivals = new ConcurrentLinkedQueue<>();

    private final ReentrantLock turn = new ReentrantLock();

    @GuardedBy("turn")
    private final ChainFile file;

    @GuardedBy("turn")
    private long lost;

    private volatile @Nullable String fileTrouble;
    private volatile @Nullable String copyTrouble;

    private AuditTrail(
            ChainFile file, DocumentCopy copy, AuditDocuments documents, InstantSource clock) {
        this.file = file;
        this.forcing = file.forcing();
        this.server = file.server();
        this.copy = copy;
        this.documents = documents;
        this.clock = clock;
    }

    /**
     * Opens the trail where it ended.
     *
     * @param documents where it is copied to; stays the caller's to close, after the trail
     * @throws AuditFailedException if the folder cannot be used
     */
    public static AuditTrail open(
            AuditSettings settings, DocumentStore documents, InstantSource clock) {
        var kept = new AuditDocuments(documents);
        var copy = new DocumentCopy(kept, settings);
        try {
            ChainFile file =
                    ChainFile.open(settings, clock, kept.end(settings.server()).orElse(null));
            var trail = new AuditTrail(file, copy, kept, clock);
            long pace = settings.pace().toMillis();
            var _ =
                    trail.worker.scheduleWithFixedDelay(
                            trail::work, pace, pace, TimeUnit.MILLISECONDS);
            return trail;
        } catch (IOException e) {
            throw new AuditFailedException(e);
        }
    }

    /** Writes down what the engine did. For {@code LockEngine.onEvent}. */
    public void record(LockEvent event) {
        record(AuditEvent.of(event));
    }

    /** Writes down what was done. Never fails: it has been done already. */
    public void record(AuditEvent event) {
        write(List.of(new Entry(AuditLine.draft(event, server), Entry.Kind.DONE)));
    }

    /** One at a time. See {@link #announce(List)}. */
    public void announce(AuditEvent event) {
        announce(List.of(event));
    }

    /**
     * Writes down what is about to be done, all of it on disk before this returns.
     *
     * @throws AuditFailedException if some of it could not be written: then nothing of it must be done
     */
    public void announce(List<AuditEvent> events) {
        List<Entry> entries =
                events.stream()
                        .map(event ->
                                new Entry(AuditLine.draft(event, server), Entry.Kind.ANNOUNCED))
                        .toList();
        write(entries);
        long last = 0;
        for (Entry entry : entries) {
            if (entry.number() == 0) {
                throw new AuditFailedException(entry.why());
            }
            last = entry.number();
        }
        try {
            forcing.through(last, this::extent);
        } catch (IOException e) {
            failed(e);
            throw new AuditFailedException(e);
        }
    }

    /** Returns when they are written, or cannot be. */
    private void write(List<Entry> entries) {
        arrivals.addAll(entries);
        turn.lock();
        try {
            writeArrivals();
        } finally {
            turn.unlock();
        }
    }

    /** Nothing, if somebody else did it already. */
    @GuardedBy("turn")
    private void writeArrivals() {
        var entries = new ArrayList<Entry>();
        for (Entry entry = arrivals.poll(); entry != null; entry = arrivals.poll()) {
            entries.add(entry);
        }
        if (entries.isEmpty()) {
            return;
        }
        try {
            if (lost > 0) {
                var count = Map.of("lost_lines", Long.toString(lost));
                file.append(own("audit.gap", count, AuditEvent.Level.ERROR));
                lost = 0;
            }
            file.append(entries);
            if (fileTrouble != null) {
                fileTrouble = null;
                LOG.warn("the audit trail can be written again");
            }
        } catch (IOException e) {
            failed(entries, e);
        } catch (RuntimeException e) {
            // Others wait for these entries too, and would take them for written.
            failed(entries, new IOException(e.toString(), e));
        }
    }

    @GuardedBy("turn")
    private void failed(List<Entry> entries, IOException why) {
        failed(why);
        for (Entry entry : entries) {
            if (entry.number() == 0) {
                entry.failed(why);
                lost += entry.kind() == Entry.Kind.DONE ? 1 : 0;
            }
        }
    }

    private AuditEvent own(String event, Map<String, String> metadata, AuditEvent.Level level) {
        return new AuditEvent(clock.instant(), level, event, null, null, null, metadata, null);
    }

    private void failed(IOException e) {
        if (fileTrouble == null) {
            LOG.error("the audit trail cannot be written: {}", e.getMessage());
        }
        fileTrouble = String.valueOf(e.getMessage());
    }

    /** How often somebody waited for the disk. */
    long waitsForTheDisk() {
        return forcing.rounds();
    }

    /** What is wrong with the trail; empty if nothing is. */
    public Optional<String> trouble() {
        return Optional.ofNullable(fileTrouble).or(() -> Optional.ofNullable(copyTrouble));
    }

    private void work() {
        try {
            forceWhatIsNot();
            do {
                while (copy.advance()) {
                    prune();
                }
            } while (dropCopiedFiles());
            if (copyTrouble != null) {
                LOG.warn("the audit trail is copied to the store again");
            }
            copyTrouble = null;
        } catch (IOException | RuntimeException e) {
            // The lines are in the files: the next round copies them.
            String message = String.valueOf(e.getMessage());
            if (!message.equals(copyTrouble)) {
                LOG.warn("the audit trail is not copied to the store: {}", message);
            }
            copyTrouble = message;
        }
    }

    private void forceWhatIsNot() throws IOException {
        forcing.through(extent().number(), this::extent);
    }

    private Forcing.Extent extent() {
        turn.lock();
        try {
            return file.extent();
        } finally {
            turn.unlock();
        }
    }

    private void forceBeforeTheStoreIsAsked() {
        try {
            forceWhatIsNot();
        } catch (IOException e) {
            failed(e);
        }
    }

    private boolean dropCopiedFiles() throws IOException {
        turn.lock();
        try {
            return file.copied(copy.copied().number());
        } finally {
            turn.unlock();
        }
    }

    private void prune() throws IOException {
        DocumentKey oldest = copy.surplus();
        if (oldest == null) {
            return;
        }
        Optional<AuditLine> last = documents.store().get(oldest).flatMap(AuditDocuments::lastLine);
        if (last.isPresent()) {
            announcePruning(last.get());
        }
        copy.drop(oldest);
    }

    private void announcePruning(AuditLine last) throws IOException {
        var what = Map.of("through", Long.toString(last.number()), "hash", last.hash());
        turn.lock();
        try {
            file.append(own("audit.documents_pruned", what, AuditEvent.Level.INFO));
        } finally {
            turn.unlock();
        }
        forceWhatIsNot();
    }

    /** Brings all to disk and copies it, as far as the store can be reached. */
    @Override
    public void close() {
        worker.shutdown();
        forceBeforeTheStoreIsAsked();
        try {
            if (!worker.awaitTermination(10, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
        work();
        turn.lock();
        try {
            file.close();
        } catch (IOException e) {
            throw new StoreException.Unavailable("the audit trail was not closed well", e);
        } finally {
            turn.unlock();
        }
    }
}
