package holdfast.engine;

import java.time.Duration;

/** A moment on a host's two clocks. */
public record HostTime(long monotonicNanos, long wallNanos) {
    public static HostTime of(EngineHost host) {
        return new HostTime(host.monotonicNanos(), host.wallNanos());
    }

    /**
     * How much time may have passed since: the larger of the two, since a suspended host stops the monotonic clock and a wall
     * clock may be set back.
     */
    public Duration elapsed(HostTime now) {
        return Duration.ofNanos(
                Math.max(now.monotonicNanos - monotonicNanos, now.wallNanos - wallNanos));
    }
}
