package holdfast.server;

import holdfast.engine.DeadlockScan;
import holdfast.engine.LockEngine;
import holdfast.model.ErrorCode;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import tools.jackson.core.JsonGenerator;

/** Whether the process lives, whether it should be sent requests, and how the store and its locks are. */
final class HealthRoutes {
    /** The word for what is wrong; "status" is a number in a problem. */
    private static final String STATE = "state";

    private static final int MICROS_PER_MILLI_DIGITS = 3;

    private final LockEngine engine;
    private final BooleanSupplier stopping;
    private final IntSupplier waiting;
    private final IntSupplier streams;

    private final Readiness readiness;

    HealthRoutes(
            LockEngine engine, BooleanSupplier stopping, IntSupplier waiting, IntSupplier streams) {
        this.engine = engine;
        this.readiness = new Readiness(engine);
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

    private Reply ready() throws InterruptedException {
        if (stopping.getAsBoolean()) {
            throw notReady("the server stops", json -> json.writeStringProperty(STATE, "stopping"));
        }
        return switch (readiness.look()) {
            case Readiness.Outcome.Reachable reachable ->
                    Reply.json(
                            Statuses.OK,
                            json -> {
                                json.writeStringProperty("status", "ready");
                                write(json, reachable.census());
                                deadlockScan(json);
                                process(json);
                            });
            case Readiness.Outcome.Away away -> throw notReady(away.why(), this::storeAway);
        };
    }

    private void storeAway(JsonGenerator json) {
        json.writeStringProperty(STATE, "store_unreachable");
        json.writeObjectPropertyStart("store");
        json.writeBooleanProperty("reachable", false);
        json.writeEndObject();
        deadlockScan(json);
    }

    private Problem notReady(String detail, Consumer<JsonGenerator> more) {
        return new Problem(
                        ErrorCode.BACKEND_ERROR,
                        detail,
                        json -> {
                            more.accept(json);
                            process(json);
                        })
                .withHeader("Retry-After", "1")
                .counted(); // a probe asks for nothing that could fail
    }

    private void deadlockScan(JsonGenerator json) {
        DeadlockScan scan = engine.deadlockScan();
        json.writeNumberProperty("deadlocks", scan.found());
        json.writeObjectPropertyStart("deadlock_scan");
        Json.textIfAny(json, "last_at", scan.lastAt() == null ? null : Json.time(scan.lastAt()));
        json.writeBooleanProperty("failing", scan.isFailing());
        json.writeEndObject();
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
