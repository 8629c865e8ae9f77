package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.engine.LockEngine;
import holdfast.store.StoreException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Whether the process lives, whether it should be sent requests, and how the store and its locks are. */
final class HealthRoutes {
    private static final Duration GOOD_FOR = Duration.ofSeconds(2);
    private static final int MICROS_PER_MILLI_DIGITS = 3;

    private final LockEngine engine;
    private final BooleanSupplier stopping;
    private final IntSupplier waiting;
    private final IntSupplier streams;

    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private @Nullable Census latest;

    @GuardedBy("mutex")
    private long takenAt;

    HealthRoutes(
            LockEngine engine, BooleanSupplier stopping, IntSupplier waiting, IntSupplier streams) {
        this.engine = engine;
        this.stopping = stopping;
        this.waiting = waiting;
        this.streams = streams;
    }

    void addTo(Routes routes) {
        routes.open("/healthz", call -> alive()).open("/readyz", call -> ready());
    }

    private Reply alive() {
        return Reply.json(
                Statuses.OK,
                json -> {
                    json.writeStringProperty("status", "alive");
                    process(json);
                });
    }

    private Reply ready() {
        if (stopping.getAsBoolean()) {
            return notReady("stopping", "the server stops");
        }
        try {
            Census census = census();
            return Reply.json(
                    Statuses.OK,
                    json -> {
                        json.writeStringProperty("status", "ready");
                        write(json, census);
                        process(json);
                    });
        } catch (StoreException e) {
            return notReady("store_unreachable", String.valueOf(e.getMessage()));
        }
    }

    private Reply notReady(String status, String detail) {
        return Reply.json(
                Statuses.UNAVAILABLE,
                json -> {
                    json.writeStringProperty("status", status);
                    json.writeStringProperty("detail", detail);
                    process(json);
                });
    }

    /** Not older than two seconds: who asks often costs the store nothing. */
    private Census census() {
        mutex.lock();
        try {
            Census known = latest;
            if (known == null || System.nanoTime() - takenAt > GOOD_FOR.toNanos()) {
                known = Census.take(engine);
                latest = known;
                takenAt = System.nanoTime();
            }
            return known;
        } finally {
            mutex.unlock();
        }
    }

    private static void write(JsonGenerator json, Census census) {
        json.writeObjectPropertyStart("store");
        json.writeBooleanProperty("reachable", true);
        json.writeNumberProperty(
                "round_trip_ms",
                BigDecimal.valueOf(census.roundTripNanos() / 1_000, MICROS_PER_MILLI_DIGITS));
        json.writeEndObject();
        json.writeObjectPropertyStart("locks");
        json.writeNumberProperty("active", census.active());
        for (LockJson.State state : LockJson.State.values()) {
            json.writeNumberProperty(Json.word(state), census.of(state));
        }
        json.writeEndObject();
        json.writeObjectPropertyStart("queue");
        json.writeNumberProperty("depth", census.waiting());
        json.writeNumberProperty("roots", census.waitedFor());
        json.writeEndObject();
        json.writeNumberProperty("deadlocks", census.deadlocks());
        json.writeBooleanProperty("all_counted", census.counted());
    }

    private void process(JsonGenerator json) {
        Runtime runtime = Runtime.getRuntime();
        json.writeObjectPropertyStart("memory");
        json.writeNumberProperty("used_bytes", runtime.totalMemory() - runtime.freeMemory());
        json.writeNumberProperty("max_bytes", runtime.maxMemory());
        json.writeEndObject();
        json.writeNumberProperty("waiting_answers", waiting.getAsInt());
        json.writeNumberProperty("event_streams", streams.getAsInt());
        json.writeNumberProperty(
                "uptime_seconds", ManagementFactory.getRuntimeMXBean().getUptime() / 1_000);
    }
}
