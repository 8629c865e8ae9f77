package holdfast.store.dynamodb;

import java.util.concurrent.TimeUnit;

/** What the host's wall clock says. Only how far it went is ever used, to notice that the host was suspended. */
final class HostWallClock {
    private HostWallClock() {}

    static long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }
}
