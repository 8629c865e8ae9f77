package holdfast.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** The meters of locks in one place. All are there from the first lock on, so that a rate can be taken from zero. */
final class LockMeters {
    private static final String ACQUISITION = "deployer.lock.acquisition.";
    private static final String HEARTBEAT = "deployer.lock.heartbeat.";

    private static final Duration[] BOUNDS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(10),
        Duration.ofHours(1)
    };

    final Timer acquisition;
    final Counter success;
    final Counter failure;
    final Timer held;
    final Counter heartbeat;
    final Counter heartbeatFailure;
    final Counter stale;
    final Timer queueWait;

    LockMeters(MeterRegistry registry, Tags tags) {
        acquisition =
                timer(
                        registry,
                        ACQUISITION + "duration",
                        "From a request to its grant or refusal",
                        tags);
        success = counter(registry, ACQUISITION + "success", "Granted locks", tags);
        failure = counter(registry, ACQUISITION + "failure", "Requests that got no lock", tags);
        held = timer(registry, "deployer.lock.held.duration", "How long locks were held", tags);
        heartbeat = counter(registry, HEARTBEAT + "success", "Heartbeats that counted", tags);
        heartbeatFailure =
                counter(registry, HEARTBEAT + "failure", "Heartbeats that did not count", tags);
        stale =
                counter(
                        registry,
                        "deployer.lock.stale.detected",
                        "Locks found without a heartbeat for too long",
                        tags);
        queueWait = timer(registry, "holdfast.queue.wait", "How long who was granted waited", tags);
    }

    private static Counter counter(
            MeterRegistry registry, String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    static Timer timer(MeterRegistry registry, String name, String description, Tags tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BOUNDS)
                .register(registry);
    }
}
