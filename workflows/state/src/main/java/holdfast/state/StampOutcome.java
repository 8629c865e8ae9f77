package holdfast.state;

/** What became of a stamp. */
public sealed interface StampOutcome {
    /** Nobody with a smaller token writes any more. What is read from now on is what the writer may build on. */
    record Stamped(Pointer pointer) implements StampOutcome {}

    /** The same, and this very lock had announced itself before. */
    record Again(Pointer pointer) implements StampOutcome {}

    /** Someone with a larger token was here: the lock that this one belongs to is lost. */
    record Fenced(StateStamp by) implements StampOutcome {}
}
