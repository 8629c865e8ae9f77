package holdfast.model;

import java.util.List;
import java.util.Map;

/** Everything a force-unlock can answer. */
public sealed interface ForceUnlockOutcome {
    /** @param ended the holds that were taken away */
    record Unlocked(List<Hold> ended) implements ForceUnlockOutcome {
        public Unlocked {
            ended = List.copyOf(ended);
        }
    }

    /**
     * None of the holds is there any more.
     *
     * @param endings how they ended, as far as that is remembered: perhaps by this very request, whose answer was lost
     */
    record Gone(Map<LockId, Ending> endings) implements ForceUnlockOutcome {
        public Gone {
            endings = Map.copyOf(endings);
        }
    }
}
