package holdfast.model;

import org.jspecify.annotations.Nullable;

/** Everything a release can answer. */
public sealed interface ReleaseOutcome {
    /**
     * The claim is given back, now or by an earlier request.
     *
     * @param claimsLeft 0 when the hold ended with it
     */
    record Released(int claimsLeft) implements ReleaseOutcome {}

    /** The hold had ended before, and not by a release. Whoever holds the resource now keeps it. */
    record Lost(Ending ending) implements ReleaseOutcome {}

    /** Nothing is known of such a lock or claim. */
    record NotFound() implements ReleaseOutcome {}

    default @Nullable ErrorCode code() {
        return switch (this) {
            case Released released -> null;
            case Lost lost ->
                    lost.ending() instanceof Ending.Expired
                            ? ErrorCode.LOCK_EXPIRED
                            : ErrorCode.LOCK_LOST;
            case NotFound notFound -> ErrorCode.LOCK_NOT_FOUND;
        };
    }
}
