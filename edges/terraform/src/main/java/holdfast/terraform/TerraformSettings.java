package holdfast.terraform;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * How the back end behaves.
 *
 * @param idleLease how long a lock lasts that nothing is heard of: the protocol has no heartbeat, so every request that bears the
 *     lock's id is one
 * @param plans whether plans share the lock or exclude each other
 * @param unlockedWrites what becomes of a write without a lock, as with {@code -lock=false}
 */
public record TerraformSettings(Duration idleLease, Plans plans, UnlockedWrites unlockedWrites) {
    public static final TerraformSettings DEFAULT =
            new TerraformSettings(Duration.ofHours(2), Plans.EXCLUDE, UnlockedWrites.WHEN_FREE);

    public TerraformSettings {
        if (!idleLease.isPositive()) {
            throw new InvalidRequestException(
                    "a lock that lasts " + idleLease + " without a request lasts not at all");
        }
    }

    /** What locks of plans are. */
    public enum Plans {
        EXCLUDE,
        /** Plans at the same time, while nobody applies. */
        SHARE
    }

    /** Whether a client may write that has no lock. */
    public enum UnlockedWrites {
        REFUSED,
        /** If nobody else has one: then the server takes it for the moment of the write. */
        WHEN_FREE
    }

    public TerraformSettings withIdleLease(Duration other) {
        return new TerraformSettings(other, plans, unlockedWrites);
    }

    public TerraformSettings with(Plans other) {
        return new TerraformSettings(idleLease, other, unlockedWrites);
    }

    public TerraformSettings with(UnlockedWrites other) {
        return new TerraformSettings(idleLease, plans, other);
    }
}
