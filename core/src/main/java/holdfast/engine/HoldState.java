package holdfast.engine;

import org.jspecify.annotations.Nullable;

/**
 * How a holder stands.
 *
 * <pre>
 * Held --a heartbeat fails--> Jeopardy --a heartbeat succeeds--> Held
 * Held, Jeopardy --the store says so, or the lease may be over--> Lost
 * Held, Jeopardy --release--> Released
 * </pre>
 */
public sealed interface HoldState {
    record Held() implements HoldState {}

    /** The lock is still held, but its last heartbeat failed. */
    record Jeopardy(String cause) implements HoldState {}

    record Lost(Loss loss) implements HoldState {}

    record Released() implements HoldState {}

    /** Whether the lock may still be relied on. */
    default boolean isHeld() {
        return this instanceof Held || this instanceof Jeopardy;
    }

    /** The loss, if there is one. */
    default @Nullable Loss loss() {
        return this instanceof Lost lost ? lost.loss() : null;
    }
}
