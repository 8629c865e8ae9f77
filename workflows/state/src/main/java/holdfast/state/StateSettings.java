package holdfast.state;

import java.time.Duration;

/**
 * How states are kept.
 *
 * @param retention how long a version stays that is no longer the current one
 * @param bytesMax the largest state that is taken
 */
public record StateSettings(Duration retention, long bytesMax, KeyRing keys) {
    public static final StateSettings DEFAULT =
            new StateSettings(Duration.ofDays(90), 256L * 1024 * 1024, KeyRing.EMPTY);

    public StateSettings {
        if (!retention.isPositive()) {
            throw new IllegalArgumentException("a retention of " + retention + " keeps nothing");
        }
        if (bytesMax <= 0) {
            throw new IllegalArgumentException("a limit of " + bytesMax + " bytes allows nothing");
        }
    }

    public StateSettings withRetention(Duration other) {
        return new StateSettings(other, bytesMax, keys);
    }

    public StateSettings withBytesMax(long other) {
        return new StateSettings(retention, other, keys);
    }

    public StateSettings withKeys(KeyRing other) {
        return new StateSettings(retention, bytesMax, other);
    }
}
