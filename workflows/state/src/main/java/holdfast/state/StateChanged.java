package holdfast.state;

import holdfast.model.ErrorCode;

/** What came of a change, in words for people where it was not made. */
public sealed interface StateChanged {
    /** @param version the new one; the one that was, for a state that was removed */
    record Done(StateVersion version) implements StateChanged {}

    /** It was so already. */
    record Unchanged(StateVersion version) implements StateChanged {}

    record Refused(ErrorCode code, String why) implements StateChanged {}

    static StateChanged of(StateName name, SaveOutcome outcome) {
        return switch (outcome) {
            case SaveOutcome.Saved saved -> new Done(saved.version());
            case SaveOutcome.Unchanged unchanged -> new Unchanged(unchanged.version());
            case SaveOutcome.Fenced fenced ->
                    new Refused(
                            ErrorCode.LOCK_LOST,
                            "nothing was changed: "
                                    + fenced.by().by()
                                    + " locked '"
                                    + name
                                    + "' since");
            case SaveOutcome.Changed changed -> {
                StateVersion now = changed.now();
                yield new Refused(
                        ErrorCode.INVALID_REQUEST,
                        now == null
                                ? "there is no state '" + name + "'"
                                : "nothing was changed: '"
                                        + name
                                        + "' is at version "
                                        + now.id()
                                        + " by now, saved by "
                                        + now.by());
            }
        };
    }
}
