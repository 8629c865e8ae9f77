package holdfast.rulebook;

import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.store.Agreement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The numbers that the rules use.
 *
 * @param priorityStep how much waiting one level of priority is worth
 * @param claimDeadline how long a grant from the queue waits for its grantee
 * @param ticketLease how long a place in line is kept without a touch
 * @param tenures how long holds below some prefixes may last in all
 */
public record Rules(
        Duration priorityStep,
        Duration claimDeadline,
        Duration ticketLease,
        Limits limits,
        List<Tenure> tenures) {
    /** Raised with every change after which two engines on one store could decide differently. */
    public static final int VERSION = 1;

    public static final Rules DEFAULT =
            new Rules(
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(30),
                    Limits.DEFAULT,
                    List.of());

    public Rules {
        tenures = List.copyOf(tenures);
        Limits.requirePositive("priority step", priorityStep);
        Limits.requirePositive("claim deadline", claimDeadline);
        Limits.requirePositive("ticket lease", ticketLease);
    }

    /** A bound on how long one owner may hold something below a prefix, however often it is renewed. */
    public record Tenure(Prefix prefix, Duration atMost) {
        public Tenure {
            Limits.requirePositive("tenure", atMost);
        }
    }

    /** What all engines on one store must have in common. */
    public Agreement agreement() {
        return new Agreement(
                VERSION, priorityStep, limits.queueLengthMax(), limits.waitingPathsMax());
    }

    Optional<Duration> tenureOf(Resource resource) {
        return tenures.stream()
                .filter(tenure -> tenure.prefix().covers(resource))
                .map(Tenure::atMost)
                .min(Duration::compareTo);
    }
}
