package holdfast.engine;

import holdfast.store.StoreException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of a store that fails, by those who ask it for one thing: the same failure is told once and not at every attempt, and the
 * attempts become rarer. Safe for use by many threads.
 */
final class StoreTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(StoreTrouble.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);

    /** Little enough that a place in line outlives an outage that ends before its lease does. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final String who;
    private final Consumer<String> log;
    private final AtomicReference<@Nullable Failing> failing = new AtomicReference<>();

    private record Failing(StoreException latest, Duration pause) {
        boolean isAlso(StoreException e) {
            return Objects.equals(latest.getMessage(), e.getMessage());
        }
    }

    /** @param who the beginning of what is told, such as {@code waiting for 'shop'} */
    StoreTrouble(String who) {
        this(who, LOG::warn);
    }

    StoreTrouble(String who, Consumer<String> log) {
        this.who = who;
        this.log = log;
    }

    /** @return how long to wait before the next attempt */
    Duration failed(StoreException e) {
        Failing before = failing.get();
        Duration pause = before == null ? FIRST_PAUSE : longer(before.pause());
        failing.set(new Failing(e, pause));
        if (before == null || !before.isAlso(e)) {
            log.accept(who + ": the store fails, trying again: " + e.getMessage());
        }
        return pause;
    }

    /** The store does its work. */
    void over() {
        if (failing.get() != null && failing.getAndSet(null) != null) {
            log.accept(who + ": the store works again");
        }
    }

    /** How the latest attempt failed; null if it did not. */
    @Nullable StoreException latest() {
        Failing now = failing.get();
        return now == null ? null : now.latest();
    }

    private static Duration longer(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
