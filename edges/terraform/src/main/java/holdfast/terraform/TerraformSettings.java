package holdfast.terraform;

import java.time.Duration;

/**
 * How the back end behaves.
 *
 * @param idleLease how long a lock lasts that nothing is heard of: the protocol has no heartbeat, so every request that bears the
 *     lock's id is one
 * @param patience how long a place in line is kept for a client that does not ask again; clients ask every 16 seconds at last
 * @param plans whether plans share the lock or exclude each other
 * @param unlockedWrites what becomes of a write without a lock, as with {@code -lock=false}
 */
public record TerraformSettings(
        Duration idleLease, Duration patience, Plans plans, UnlockedWrites unlockedWrites) {
    public static final TerraformSettings DEFAULT =
            new TerraformSettings(
                    Duration.ofHours(2),
                    Duration.ofSeconds(34),
                    Plans.EXCLUDE,
                    UnlockedWrites.WHEN_FREE);

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
        return new TerraformSettings(other, patience, plans, unlockedWrites);
    }

    public TerraformSettings withPatience(Duration other) {
        return new TerraformSettings(idleLease, other, plans, unlockedWrites);
    }

    public TerraformSettings with(Plans other) {
        return new TerraformSettings(idleLease, patience, other, unlockedWrites);
    }

    public TerraformSettings with(UnlockedWrites other) {
        return new TerraformSettings(idleLease, patience, plans, other);
    }
}
