package holdfast.cli;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEvent;
import holdfast.engine.LockService;
import holdfast.engine.QueuePosition;
import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.LockId;
import holdfast.model.StoreTime;
import holdfast.store.StoreException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells how requests that wait in line stand: a line for each change of position, of who is in the way or of how the holder
 * stands; on a terminal also a line that is kept up to date. Nothing happens unless one of them has to wait. Safe for use by many
 * threads.
 */
final class WaitReport implements AutoCloseable {
    private static final long LOOK_EVERY_MILLIS = 1_000;

    /** Where nobody watches a line change, the crowd of those who wait need not look so often. */
    private static final long LONGEST_PAUSE_IN_A_LOG_MILLIS = 5_000;

    private final LockService locks;
    private final List<AcquireRequest> requests;
    private final Terminal terminal;
    private final Runnable unsubscribe;
    private final CountDownLatch over = new CountDownLatch(1);

    /** Used by the reporting thread alone. */
    private long begun;

    /** Protects what follows, and keeps a late line from appearing after the report is closed. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private boolean started;

    @GuardedBy("mutex")
    private long queuedAt;

    @GuardedBy("mutex")
    private boolean closed;

    @GuardedBy("mutex")
    private @Nullable Standing last;

    @GuardedBy("mutex")
    private @Nullable LiveLine live;

    /** What a line tells, without the times, which change all the time. */
    private record Standing(String resource, int position, List<Holder> holders) {}

    private record Holder(LockId lock, LockState state) {}

    WaitReport(LockService locks, List<AcquireRequest> requests, Terminal terminal) {
        this.locks = locks;
        this.requests = List.copyOf(requests);
        this.terminal = terminal;
        this.unsubscribe = locks.onEvent(this::heard);
    }

    private void heard(LockEvent event) {
        if (event.type() != LockEvent.Type.QUEUED) {
            return;
        }
        mutex.lock();
        try {
            if (started || closed) {
                return;
            }
            started = true;
            queuedAt = System.nanoTime();
        } finally {
            mutex.unlock();
        }
        Thread.ofVirtual().name("holdfast-wait-report").start(this::run);
    }

    private void run() {
        begun = System.nanoTime();
        long longest =
                terminal.errColumns().get().isPresent()
                        ? LOOK_EVERY_MILLIS
                        : LONGEST_PAUSE_IN_A_LOG_MILLIS;
        long pause = 0;
        try {
            do {
                lookQuietly();
                pause = Math.min(pause + LOOK_EVERY_MILLIS, longest);
            } while (!over.await(pause, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookQuietly() {
        try {
            for (AcquireRequest request : requests) {
                locks.position(request.resource().root(), request.id())
                        .ifPresent(position -> tell(request, position));
            }
        } catch (StoreException e) {
            // The engine itself says so when it cannot look, and goes on waiting.
        }
    }

    private void tell(AcquireRequest request, QueuePosition position) {
        var now =
                new Standing(
                        request.resource().displayName(),
                        position.position(),
                        position.holders().stream()
                                .map(hold ->
                                        new Holder(hold.id(), LockState.of(hold, position.now())))
                                .toList());
        String line =
                "waiting for '"
                        + now.resource()
                        + "', position "
                        + now.position()
                        + ": "
                        + obstacle(position);
        mutex.lock();
        try {
            if (closed) {
                return;
            }
            if (live == null) {
                live = new LiveLine(terminal.err(), terminal.errColumns().get());
            }
            if (!now.equals(last)) {
                last = now;
                live.clear();
                terminal.say(line);
            }
            live.show(inShort(now, position));
        } finally {
            mutex.unlock();
        }
    }

    /** What changes with time, for the line that is kept up to date. */
    private String inShort(Standing standing, QueuePosition position) {
        Duration waited = Duration.ofNanos(System.nanoTime() - begun).plusSeconds(1);
        String holder =
                position.holders().stream()
                        .findFirst()
                        .map(hold -> pulse(hold, position.now()))
                        .orElse("");
        return "holdfast: waiting "
                + Durations.inWords(waited.truncatedTo(ChronoUnit.SECONDS))
                + ", position "
                + standing.position()
                + holder;
    }

    private static String pulse(Hold hold, StoreTime now) {
        return ", heartbeat "
                + Times.relative(hold.heartbeatAt(), now)
                + ", lease ends "
                + Times.relative(hold.until(), now);
    }

    private static String obstacle(QueuePosition position) {
        if (!position.holders().isEmpty()) {
            return position.holders().stream()
                    .map(hold -> held(hold, position))
                    .collect(Collectors.joining("; "));
        }
        return position.freeze()
                .map(found ->
                        "frozen by "
                                + found.by()
                                + " until "
                                + Times.both(found.until(), position.now())
                                + ": "
                                + found.reason())
                .orElse("nobody holds it, others are first in line");
    }

    private static String held(Hold hold, QueuePosition position) {
        String reason = hold.note().reason();
        return "held by "
                + RefusalText.who(hold.owner())
                + " since "
                + Times.both(hold.acquiredAt(), position.now())
                + ", heartbeat "
                + Times.both(hold.heartbeatAt(), position.now())
                + (LockState.of(hold, position.now()) == LockState.STALE ? ", stale" : "")
                + ", until "
                + Times.both(hold.until(), position.now())
                + (reason.isEmpty() ? "" : ": " + OneLine.of(reason));
    }

    /** Says how long it took, if anything was said before. */
    void granted() {
        mutex.lock();
        try {
            if (last != null && live != null) {
                live.clear();
                Duration waited = Duration.ofNanos(System.nanoTime() - queuedAt);
                terminal.say(
                        "got '"
                                + last.resource()
                                + "' after waiting "
                                + Durations.inWords(waited.truncatedTo(ChronoUnit.SECONDS)));
            }
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void close() {
        unsubscribe.run();
        mutex.lock();
        try {
            closed = true;
            if (live != null) {
                live.clear();
            }
        } finally {
            mutex.unlock();
        }
        over.countDown();
    }
}
