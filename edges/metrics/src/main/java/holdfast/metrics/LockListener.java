package holdfast.metrics;

import holdfast.engine.LockEvent;
import holdfast.engine.Observation;
import holdfast.model.AcquireOutcome;
import holdfast.model.ErrorCode;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts what an engine tells. Safe for use by many threads. */
final class LockListener {
    private final MeterRegistry registry;
    private final Places places;
    private final Map<Place, LockMeters> meters = new ConcurrentHashMap<>();
    private final Timer duration;
    private final Counter refusedCycles;
    private final Counter abortedCycles;
    private final Map<ErrorCode, Counter> errors = new ConcurrentHashMap<>();
    private final Map<String, Counter> failedTasks = new ConcurrentHashMap<>();

    LockListener(MeterRegistry registry, Places places) {
        this.registry = registry;
        this.places = places;
        this.duration =
                LockMeters.timer(
                        registry,
                        "lock.acquire.duration",
                        "From any request to its grant or refusal",
                        Tags.empty());
        this.refusedCycles = deadlocks("refused");
        this.abortedCycles = deadlocks("aborted");
        for (ErrorCode code : ErrorCode.values()) {
            errors.put(code, counter("holdfast.errors", Tags.of("type", word(code))));
        }
        failedTask("deadlock scan");
        failedTask("sweep");
    }

    private Counter deadlocks(String how) {
        return counter("holdfast.deadlocks", Tags.of("resolution", how));
    }

    private Counter counter(String name, Tags tags) {
        return Counter.builder(name).tags(tags).register(registry);
    }

    private Counter failedTask(String task) {
        return failedTasks.computeIfAbsent(
                task, name -> counter("holdfast.task.failure", Tags.of("task", name)));
    }

    private static String word(ErrorCode code) {
        return code.name().toLowerCase(Locale.ROOT);
    }

    LockMeters of(Resource resource) {
        return meters.computeIfAbsent(
                places.of(resource), place -> new LockMeters(registry, place.tags()));
    }

    void heard(LockEvent event) {
        LockMeters of = of(event.resource());
        boolean waited = event.lock() == null;
        switch (event.type()) {
            case ACQUIRED -> {
                of.success.increment();
                waited(of, event);
            }
            case CLAIMED -> waited(of, event);
            case RELEASED, FORCED, TRANSFERRED, EXPIRED, CANCELLED, ABORTED -> {
                if (waited) {
                    gaveUp(of, event);
                } else {
                    of.held.record(event.lasted());
                }
            }
            case QUARANTINED, QUEUED, UNCLAIMED -> {}
        }
    }

    private void took(LockMeters of, Duration time) {
        of.acquisition.record(time);
        duration.record(time);
    }

    private void waited(LockMeters of, LockEvent event) {
        if (event.lasted().isPositive()) {
            took(of, event.lasted());
            of.queueWait.record(event.lasted());
        }
    }

    /** A wait that ended without a lock. */
    private void gaveUp(LockMeters of, LockEvent event) {
        of.failure.increment();
        took(of, event.lasted());
        if (event.type() == LockEvent.Type.ABORTED) {
            abortedCycles.increment();
            error(ErrorCode.DEADLOCK);
        } else {
            error(event.type() == LockEvent.Type.EXPIRED ? ErrorCode.TIMEOUT : ErrorCode.CANCELLED);
        }
    }

    void saw(Observation observation) {
        switch (observation) {
            case Observation.Answered answered -> answered(answered);
            case Observation.Unanswered unanswered -> {
                LockMeters of = of(unanswered.resource());
                of.failure.increment();
                took(of, unanswered.took());
                error(ErrorCode.BACKEND_ERROR);
            }
            case Observation.Beat beat -> {
                LockMeters of = of(beat.resource());
                (beat.result() == Observation.Beat.Result.PROLONGED
                                ? of.heartbeat
                                : of.heartbeatFailure)
                        .increment();
            }
            case Observation.RoundFailed failed -> failedTask(failed.task()).increment();
        }
    }

    private void answered(Observation.Answered answered) {
        LockMeters of = of(answered.resource());
        switch (answered.outcome()) {
            case AcquireOutcome.Granted _ -> took(of, answered.took());
            case AcquireOutcome.Queued _ -> {}
            case AcquireOutcome.Refused refused -> {
                of.failure.increment();
                took(of, answered.took());
                error(refused.refusal().code());
                if (refused.refusal() instanceof Refusal.Deadlock) {
                    refusedCycles.increment();
                }
            }
        }
    }

    void error(ErrorCode code) {
        Counter counter = errors.get(code);
        if (counter != null) {
            counter.increment();
        }
    }
}
