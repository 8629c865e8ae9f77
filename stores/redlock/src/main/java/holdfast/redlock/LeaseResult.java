package holdfast.redlock;

import java.util.List;

/** What became of an acquisition. */
public sealed interface LeaseResult {
    List<Vote> votes();

    /** @param votes as far as they were in when the majority was reached */
    record Acquired(Lease lease, List<Vote> votes) implements LeaseResult {
        public Acquired {
            votes = List.copyOf(votes);
        }
    }

    /**
     * Nothing is left of it on the servers that can be reached.
     *
     * @param votes of the last attempt
     */
    record NotAcquired(LeaseRequest request, int attempts, Reason reason, List<Vote> votes)
            implements LeaseResult {
        public NotAcquired {
            votes = List.copyOf(votes);
        }

        /** For people: what was asked for, and which server voted how. */
        public String explanation() {
            return "'"
                    + request.name()
                    + "' was not acquired in "
                    + (attempts == 1 ? "1 attempt" : attempts + " attempts")
                    + switch (reason) {
                        case NO_MAJORITY -> ": ";
                        case TOO_LATE ->
                                ": the answers came when its "
                                        + Texts.of(request.ttl())
                                        + " were already over; ";
                    }
                    + Vote.tally(votes);
        }
    }

    /** Why the last attempt failed. */
    enum Reason {
        /** Too few servers voted for it. */
        NO_MAJORITY,
        /** A majority did, but nothing would have been left of the lease. */
        TOO_LATE
    }

    /** @throws RedlockException.NotAcquired with the votes */
    default Lease orThrow() {
        return switch (this) {
            case Acquired acquired -> acquired.lease();
            case NotAcquired not -> throw new RedlockException.NotAcquired(not);
        };
    }
}
