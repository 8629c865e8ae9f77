package holdfast.cli;

import holdfast.model.Ending;
import holdfast.model.ErrorCode;
import holdfast.model.Explanation;
import holdfast.model.LockId;
import org.jspecify.annotations.Nullable;

/** What is said to who still counts on a lock that has ended. */
final class Losing {
    private Losing() {}

    /** @param ending null if nothing is known of the lock */
    static int tell(LockId id, @Nullable Ending ending, Complaints complaints) {
        return switch (ending) {
            case null ->
                    complaints.failed(
                            "there never was a lock " + id + " there", ErrorCode.LOCK_NOT_FOUND);
            case Ending.Expired expired -> lost(id, expired, ErrorCode.LOCK_EXPIRED, complaints);
            default -> lost(id, ending, ErrorCode.LOCK_LOST, complaints);
        };
    }

    private static int lost(LockId id, Ending ending, ErrorCode code, Complaints complaints) {
        return complaints.failed(
                "lock "
                        + id
                        + " has ended: "
                        + Explanation.of(ending)
                        + ". Others may hold the resource now: check the work that it protected",
                code);
    }
}
