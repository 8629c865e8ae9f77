package holdfast.redlock;

import java.time.Duration;

/**
 * How leases are asked for and measured.
 *
 * @param keyPrefix what the key of every lease begins with, as in {@code status:lock:}
 * @param retryCount how often a failed acquisition is tried again
 * @param retryDelay how long to wait before that, at least
 * @param retryJitter up to so much is added to the delay, by chance; without it two contenders could collide for ever
 * @param driftFactor which part of a lease the clocks of two hosts may differ by while it lasts
 * @param extensionThreshold a lease that extends itself does so when it is valid for less than this
 * @param serverTimeout how long a server has for its answer; at most a tenth of the lease
 */
public record RedlockSettings(
        String keyPrefix,
        int retryCount,
        Duration retryDelay,
        Duration retryJitter,
        double driftFactor,
        Duration extensionThreshold,
        Duration serverTimeout) {
    public static final RedlockSettings DEFAULT =
            new RedlockSettings(
                    "",
                    10,
                    Duration.ofMillis(200),
                    Duration.ofMillis(100),
                    0.01,
                    Duration.ofMillis(500),
                    Duration.ofMillis(200));

    /** Redis expires to the millisecond, and so does the smallest drift: one for each of the two. */
    private static final Duration LEAST_DRIFT = Duration.ofMillis(2);

    private static final int TIMEOUTS_IN_A_LEASE = 10;

    public RedlockSettings {
        require(retryCount >= 0, "retryCount is negative: " + retryCount);
        require(!retryDelay.isNegative(), "retryDelay is negative: " + retryDelay);
        require(
                retryJitter.compareTo(Duration.ofMillis(1)) >= 0,
                "retryJitter is below 1 ms: two contenders could collide for ever");
        require(
                driftFactor >= 0 && driftFactor < 0.5,
                "driftFactor is not from 0 to 0.5: " + driftFactor);
        require(
                extensionThreshold.isPositive(),
                "extensionThreshold is not positive: " + extensionThreshold);
        require(serverTimeout.isPositive(), "serverTimeout is not positive: " + serverTimeout);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    public RedlockSettings withKeyPrefix(String prefix) {
        return new RedlockSettings(
                prefix,
                retryCount,
                retryDelay,
                retryJitter,
                driftFactor,
                extensionThreshold,
                serverTimeout);
    }

    public RedlockSettings withRetryCount(int count) {
        return new RedlockSettings(
                keyPrefix,
                count,
                retryDelay,
                retryJitter,
                driftFactor,
                extensionThreshold,
                serverTimeout);
    }

    /** @param jitter up to so much is added to the delay */
    public RedlockSettings withRetryDelay(Duration delay, Duration jitter) {
        return new RedlockSettings(
                keyPrefix,
                retryCount,
                delay,
                jitter,
                driftFactor,
                extensionThreshold,
                serverTimeout);
    }

    public RedlockSettings withDriftFactor(double factor) {
        return new RedlockSettings(
                keyPrefix,
                retryCount,
                retryDelay,
                retryJitter,
                factor,
                extensionThreshold,
                serverTimeout);
    }

    public RedlockSettings withExtensionThreshold(Duration threshold) {
        return new RedlockSettings(
                keyPrefix,
                retryCount,
                retryDelay,
                retryJitter,
                driftFactor,
                threshold,
                serverTimeout);
    }

    public RedlockSettings withServerTimeout(Duration timeout) {
        return new RedlockSettings(
                keyPrefix,
                retryCount,
                retryDelay,
                retryJitter,
                driftFactor,
                extensionThreshold,
                timeout);
    }

    /** What is taken off a lease because no two clocks run alike. */
    Duration driftOf(Duration ttl) {
        return Duration.ofMillis(Math.round(driftFactor * ttl.toMillis())).plus(LEAST_DRIFT);
    }

    /** Small against the lease, so that silent servers do not eat it up. */
    Duration timeoutFor(Duration ttl) {
        return shorter(serverTimeout, ttl.dividedBy(TIMEOUTS_IN_A_LEASE));
    }

    /** At most half of the lease: a short one would otherwise be extended without a pause. */
    Duration thresholdFor(Duration ttl) {
        return shorter(extensionThreshold, ttl.dividedBy(2));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
