package holdfast.store.resilience.breaker;

import holdfast.store.resilience.call.CallHost;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The host's monotonic clock as a {@link Clock}: a wall clock that is set must not keep a breaker open. */
final class HostClock extends Clock {
    private final CallHost host;

    HostClock(CallHost host) {
        this.host = host;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochSecond(0, host.nanos());
    }
}
