package holdfast.engine;

import holdfast.model.InvalidRequestException;
import holdfast.model.Length;
import java.time.Duration;

/** When a kept hold is renewed. */
public sealed interface Heartbeat {
    /** The latest that leaves room for two lost heartbeats. */
    static Heartbeat atThirdOfLease() {
        return new AtFraction(1.0 / 3);
    }

    /** When so much of the lease has passed; 0.8 is the rule of executions. */
    record AtFraction(double fraction) implements Heartbeat {
        public AtFraction {
            if (!(fraction > 0 && fraction < 1)) {
                throw new InvalidRequestException(
                        "a heartbeat at " + fraction + " of the lease is not inside it");
            }
        }
    }

    /** At a fixed pace, such as every 30 s; never later than at a third of the lease. */
    record Every(Duration pace) implements Heartbeat {
        public Every {
            if (!pace.isPositive()) {
                throw new InvalidRequestException(
                        "a heartbeat every " + Length.inWords(pace) + " is not possible");
            }
        }
    }

    /** When less than this is left of the lease, such as 500 ms; never earlier than at half of the lease. */
    record BelowRemaining(Duration left) implements Heartbeat {
        public BelowRemaining {
            if (!left.isPositive()) {
                throw new InvalidRequestException(
                        "a heartbeat with " + Length.inWords(left) + " left comes too late");
            }
        }
    }

    /** How long after a heartbeat the next one is due. */
    default Duration after(Duration lease) {
        return switch (this) {
            case AtFraction at -> Duration.ofNanos((long) (lease.toNanos() * at.fraction()));
            case Every every -> shorter(every.pace(), lease.dividedBy(3));
            case BelowRemaining below -> lease.minus(shorter(below.left(), lease.dividedBy(2)));
        };
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
