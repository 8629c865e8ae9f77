package holdfast.redlock;

import java.util.List;

/** What became of a release. Whatever it is, every server was asked to free the lease, and none frees another's. */
public sealed interface ReleaseResult {
    /** The lease was held to the end, and a majority freed it. */
    record Released(List<Vote> votes) implements ReleaseResult {
        public Released {
            votes = List.copyOf(votes);
        }
    }

    /** The lease had been lost before: what was done meanwhile was not protected. */
    record WasLost(LeaseState.Lost loss) implements ReleaseResult {}

    /** The lease was held to the end, but too few servers answered; where it is left it ends by itself. */
    record Unconfirmed(List<Vote> votes) implements ReleaseResult {
        public Unconfirmed {
            votes = List.copyOf(votes);
        }
    }
}
