package holdfast.simulation;

import org.jspecify.annotations.Nullable;

/**
 * An invariant that does not hold.
 *
 * @param invariant its name
 * @param cause null if nothing was thrown
 */
record Violation(String invariant, String what, @Nullable Throwable cause) {
    Violation(String invariant, String what) {
        this(invariant, what, null);
    }

    @Override
    public String toString() {
        return invariant + ": " + what;
    }
}
