package holdfast.model;

import java.util.List;

/** Everything a force-unlock can answer. */
public sealed interface ForceUnlockOutcome {
    /** @param ended the holds that were taken away */
    record Unlocked(List<Hold> ended) implements ForceUnlockOutcome {
        public Unlocked {
            ended = List.copyOf(ended);
        }
    }

    /** None of the holds is there any more. */
    record NotFound() implements ForceUnlockOutcome {}
}
