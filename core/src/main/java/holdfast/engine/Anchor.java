package holdfast.engine;

import holdfast.model.StoreTime;
import java.time.Duration;

/**
 * A commit that this engine made: by it later times of the store are counted on the clocks of the host, without a client's clock ever
 * being compared with the store's.
 *
 * @param sentAt the host's time before it was sent
 * @param at the store's time with which it was stamped, which came later than that
 */
record Anchor(HostTime sentAt, StoreTime at) {
    static Anchor of(CommitLoop.Made made) {
        return new Anchor(made.sentAt(), made.stamp().now());
    }

    /** How long after it was sent the store's time may be this, at the earliest. */
    Duration until(StoreTime time) {
        return at.until(time);
    }
}
