package holdfast.rulebook;

import holdfast.model.AcquireRequest;
import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.Length;
import holdfast.model.Owner;
import holdfast.model.Quarantine;
import holdfast.model.Token;
import holdfast.model.WhenHeld;
import holdfast.store.RootView;
import java.time.Duration;

/**
 * Rule 12: upper bounds of everything that could otherwise grow, each with a name that its error repeats. The sizes of names,
 * reasons and metadata are bounded by their own types.
 *
 * @param queueLengthMax waiters of one root
 * @param waitingPathsMax different paths of one root that are waited for
 * @param queueTimeMax how long a request may wait
 * @param grantsPerCommitMax grants that one release may cause at once; the rest follow in further commits
 */
public record Limits(
        int queueLengthMax,
        int waitingPathsMax,
        Duration queueTimeMax,
        Duration leaseMin,
        Duration leaseMax,
        int grantsPerCommitMax) {
    public static final Limits DEFAULT =
            new Limits(
                    1_000,
                    256,
                    Duration.ofMinutes(10),
                    Duration.ofMillis(100),
                    Duration.ofHours(24),
                    64);

    /**
     * The year 2112 in microseconds. All later numbers of the root are larger, and as many again are left that every reader of
     * JSON keeps exact; without a bound one request could use up a root's numbers for ever.
     */
    static final long SMALLEST_TOKEN_MAX = 1L << 52;

    /** Claims of one hold: far more than any nesting of deployments needs. */
    static final int CLAIMS_PER_HOLD_MAX = 1_000;

    public Limits {
        if (queueLengthMax < 1 || waitingPathsMax < 1 || grantsPerCommitMax < 1) {
            throw new InvalidRequestException(
                    "queue length, waiting paths and grants per commit must be at least 1");
        }
        requirePositive("queue time limit", queueTimeMax);
        requirePositive("smallest lease", leaseMin);
        if (leaseMax.compareTo(leaseMin) < 0) {
            throw new InvalidRequestException(
                    "the largest lease "
                            + Length.inWords(leaseMax)
                            + " is below the smallest "
                            + Length.inWords(leaseMin));
        }
    }

    static void requirePositive(String what, Duration duration) {
        if (!duration.isPositive()) {
            throw new InvalidRequestException(
                    what + " must be longer than zero, not " + Length.inWords(duration));
        }
    }

    /** Whether a newcomer may have to be refused for those who wait. */
    boolean isFull(RootView view) {
        return view.waiting() >= queueLengthMax || view.waitingPaths() >= waitingPathsMax;
    }

    void check(AcquireRequest request) {
        checkLease(request.lease());
        checkOwner(request.owner());
        Token smallest = request.smallestToken();
        if (smallest != null && smallest.value() > SMALLEST_TOKEN_MAX) {
            throw new InvalidRequestException(
                    "a smallest token of "
                            + smallest
                            + " is over the limit smallest token, "
                            + SMALLEST_TOKEN_MAX);
        }
        if (request.whenHeld() instanceof WhenHeld.Wait wait) {
            checkTime("wait", wait.atMost());
            if (wait.atMost().compareTo(queueTimeMax) > 0) {
                throw new InvalidRequestException(
                        "a wait of "
                                + Length.inWords(wait.atMost())
                                + " is over the limit queue time, "
                                + Length.inWords(queueTimeMax));
            }
        }
    }

    static void checkClaims(Hold hold) {
        if (hold.claims().size() >= CLAIMS_PER_HOLD_MAX) {
            throw new InvalidRequestException(
                    "'"
                            + hold.resource()
                            + "' is claimed by its owner "
                            + hold.claims().size()
                            + " times, which is the limit claims per hold");
        }
    }

    static void checkOwner(Owner owner) {
        if (owner.is(ForceUnlock.QUARANTINE)) {
            throw new InvalidRequestException("the owner id 'quarantine' is reserved");
        }
    }

    public void checkLease(Duration lease) {
        checkTime("lease", lease);
        if (lease.compareTo(leaseMin) < 0 || lease.compareTo(leaseMax) > 0) {
            throw new InvalidRequestException(
                    "a lease of "
                            + Length.inWords(lease)
                            + " is outside the limit lease, "
                            + Length.inWords(leaseMin)
                            + " to "
                            + Length.inWords(leaseMax));
        }
    }

    void check(Quarantine quarantine) {
        if (quarantine instanceof Quarantine.For bounded) {
            checkTime("quarantine", bounded.duration());
            if (bounded.duration().compareTo(leaseMax) > 0) {
                throw new InvalidRequestException(
                        "a quarantine of "
                                + Length.inWords(bounded.duration())
                                + " is over the limit lease, "
                                + Length.inWords(leaseMax));
            }
        }
    }

    /** Durations travel as milliseconds: a finer one would be cut silently somewhere. */
    private static void checkTime(String what, Duration duration) {
        requirePositive(what, duration);
        if (duration.toNanosPart() % 1_000_000 != 0) {
            throw new InvalidRequestException(
                    what
                            + " "
                            + Length.inWords(duration)
                            + " has a fraction of a millisecond: use whole milliseconds");
        }
    }
}
