package holdfast.store.resilience.call;

import holdfast.store.Change;
import holdfast.store.Commit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a call of a store is for, as far as that decides how it is treated. */
public enum Purpose {
    /** Shows lists to people and to scans. It can be asked again later, so the circuit breaker may refuse it. */
    LISTING,

    /**
     * Looks at one thing. The look of a release cannot be told from that of an acquire, so the circuit breaker refuses none;
     * newcomers are refused before they look.
     */
    LOOK,

    /** May write: grants, joins, gives back. Never refused: a release may also grant, and a grant may also end a hold. */
    WRITE,

    /** Keeps holds or places in line alive and does nothing else. Never refused, and over long before the lease is. */
    RENEWAL;

    /** Of this part of a lease a renewal has ended: the heartbeats left in it can still be sent. */
    private static final int LEASE_PART = 6;

    public static Purpose of(List<Commit> commits) {
        boolean renews =
                !commits.isEmpty()
                        && commits.stream()
                                .allMatch(commit ->
                                        !commit.changes().isEmpty()
                                                && commit.changes().stream()
                                                        .allMatch(Purpose::keeps));
        return renews ? RENEWAL : WRITE;
    }

    private static boolean keeps(Change change) {
        return change instanceof Change.Extend || change instanceof Change.Touch;
    }

    /** How long the commits may take together if they renew something; empty if they do not. */
    public static Optional<Duration> patienceOf(List<Commit> commits) {
        return commits.stream()
                .flatMap(commit -> commit.changes().stream())
                .flatMap(change -> leaseOf(change).stream())
                .min(Duration::compareTo)
                .map(lease -> lease.dividedBy(LEASE_PART));
    }

    private static Optional<Duration> leaseOf(Change change) {
        return switch (change) {
            case Change.Extend extend -> Optional.of(extend.lease());
            case Change.Touch touch -> Optional.of(touch.lease());
            default -> Optional.empty();
        };
    }
}
