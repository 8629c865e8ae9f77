package holdfast.server;

import holdfast.audit.AuditEvent;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has written down who tried what it may not do. Each caller fills some lines a minute and no more: what comes then is counted, and told in one
 * line when the minute is over. Safe for use by many threads.
 */
final class Denials {
    /** For each caller. */
    static final int LINES_A_MINUTE = 20;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    /** Further callers share their lines. */
    private static final int CALLERS_MAX = 1_000;

    private static final String OTHERS = "";

    private final Consumer<AuditEvent> trail;
    private final InstantSource clock;
    private final Executor whenAWindowIsOver;
    private final Map<String, Window> windows = new HashMap<>();

    /** What one caller was denied within a minute. */
    private static final class Window {
        private final String name;
        private final long beganMillis;
        private int lines;
        private long uncounted;

        Window(String name, long beganMillis) {
            this.name = name;
            this.beganMillis = beganMillis;
        }

        boolean isOver(long nowMillis) {
            return nowMillis - beganMillis >= WINDOW.toMillis();
        }
    }

    /**
     * @param resource what people know it by
     * @param owner of the lock or request that it is about; null if it is about none
     * @param why as the caller is told
     */
    record Attempt(Deed deed, String resource, @Nullable String owner, String why) {}

    Denials(Consumer<AuditEvent> trail, InstantSource clock) {
        this(
                trail,
                clock,
                CompletableFuture.delayedExecutor(WINDOW.toMillis() + 1, TimeUnit.MILLISECONDS));
    }

    /** @param whenAWindowIsOver runs what it is given after a minute */
    Denials(Consumer<AuditEvent> trail, InstantSource clock, Executor whenAWindowIsOver) {
        this.trail = trail;
        this.clock = clock;
        this.whenAWindowIsOver = whenAWindowIsOver;
    }

    void note(Caller caller, Attempt attempt) {
        if (isWritten(caller)) {
            trail.accept(line(caller, attempt));
        }
    }

    private synchronized boolean isWritten(Caller caller) {
        long now = clock.millis();
        Window window = window(caller, now);
        if (window.lines < LINES_A_MINUTE) {
            window.lines++;
            return true;
        }
        if (window.uncounted++ == 0) {
            whenAWindowIsOver.execute(this::tellWhatIsOver);
        }
        return false;
    }

    private Window window(Caller caller, long now) {
        Window known = windows.get(caller.identity());
        if (known != null && !known.isOver(now)) {
            return known;
        }
        tell(now);
        boolean isRoom = windows.size() < CALLERS_MAX;
        return windows.computeIfAbsent(
                isRoom ? caller.identity() : OTHERS,
                key -> new Window(isRoom ? caller.name() : "others", now));
    }

    private synchronized void tellWhatIsOver() {
        tell(clock.millis());
    }

    /** Writes down what is only counted so far. */
    synchronized void tellAll() {
        tell(Long.MAX_VALUE);
    }

    private void tell(long now) {
        Iterator<Map.Entry<String, Window>> all = windows.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, Window> next = all.next();
            if (next.getValue().isOver(now)) {
                all.remove();
                if (next.getValue().uncounted > 0) {
                    trail.accept(line(next.getKey(), next.getValue()));
                }
            }
        }
    }

    private AuditEvent line(Caller caller, Attempt attempt) {
        Map<String, String> metadata = by(caller.name(), caller.identity());
        metadata.put("action", attempt.deed().name().toLowerCase(Locale.ROOT));
        metadata.put("detail", attempt.why());
        return event(attempt.resource(), attempt.owner(), metadata);
    }

    private AuditEvent line(String identity, Window window) {
        Map<String, String> metadata = by(window.name, identity);
        metadata.put("further", Long.toString(window.uncounted));
        metadata.put(
                "detail",
                "denied " + window.uncounted + " times more within a minute, without lines");
        return event(null, null, metadata);
    }

    private static Map<String, String> by(String name, String identity) {
        var metadata = new HashMap<>(Map.of("by", name));
        if (!identity.isEmpty()) {
            metadata.put("identity", identity);
        }
        return metadata;
    }

    private AuditEvent event(
            @Nullable String resource, @Nullable String owner, Map<String, String> metadata) {
        return new AuditEvent(
                clock.instant(),
                AuditEvent.Level.WARN,
                "access.denied",
                resource,
                null,
                owner,
                metadata,
                null);
    }
}
