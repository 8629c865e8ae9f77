package holdfast.store.resilience.adaptive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;

/**
 * What is known of one kind of call. The timeout is the smoothed latency and four times its mean deviation, as TCP does it (RFC
 * 6298), divided by the part of calls that succeed: if calls fail because their time was too short, they get more.
 */
final class Experience {
    private static final double LATENCY_GAIN = 1.0 / 8;
    private static final double DEVIATION_GAIN = 1.0 / 4;
    private static final double SUCCESS_GAIN = 1.0 / 8;
    private static final double DEVIATIONS = 4;

    /** However few succeed, no call gets more than this many times the usual. */
    private static final double SUCCESS_MIN = 1.0 / 8;

    private final TimeoutBounds bounds;

    @GuardedBy("this")
    private double latency;

    @GuardedBy("this")
    private double deviation;

    @GuardedBy("this")
    private double success = 1;

    @GuardedBy("this")
    private boolean answeredOnce;

    Experience(TimeoutBounds bounds) {
        this.bounds = bounds;
    }

    synchronized void answered(Duration took) {
        double nanos = took.toNanos();
        if (answeredOnce) {
            deviation += DEVIATION_GAIN * (Math.abs(nanos - latency) - deviation);
            latency += LATENCY_GAIN * (nanos - latency);
        } else {
            latency = nanos;
            deviation = nanos / 2;
            answeredOnce = true;
        }
        success += SUCCESS_GAIN * (1 - success);
    }

    synchronized void failed() {
        success -= SUCCESS_GAIN * success;
    }

    synchronized Duration timeout() {
        if (!answeredOnce) {
            return bounds.longest();
        }
        // The shortest counts before the division: otherwise a store that was very fast and becomes
        // slow would never get the time to show how slow it is.
        double usual =
                Math.max(latency + DEVIATIONS * deviation, (double) bounds.shortest().toNanos());
        return bounds.clamp(usual / Math.max(success, SUCCESS_MIN));
    }
}
