package holdfast.redlock;

import java.time.Duration;
import java.util.List;

/** What became of an extension. */
public sealed interface ExtendResult {
    List<Vote> votes();

    record Extended(Duration validFor, List<Vote> votes) implements ExtendResult {
        public Extended {
            votes = List.copyOf(votes);
        }
    }

    /**
     * The lease goes on as before; if its state says that it is not lost, another try may succeed.
     *
     * @param state of the lease, as the votes left it
     */
    record NotExtended(LeaseState state, List<Vote> votes) implements ExtendResult {
        public NotExtended {
            votes = List.copyOf(votes);
        }
    }
}
