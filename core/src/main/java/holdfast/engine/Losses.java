package holdfast.engine;

import holdfast.model.Ending;
import holdfast.model.Length;
import holdfast.model.Terms;
import org.jspecify.annotations.Nullable;

/** What holders are told when they hold no more. */
final class Losses {
    static final Loss ENGINE_CLOSED =
            new Loss(Loss.Reason.EXPIRED, "its engine was closed, and nobody kept it alive");
    static final Loss NO_ANSWER =
            new Loss(Loss.Reason.STORE_UNREACHABLE, "the store did not answer a heartbeat in time");
    static final Loss STARVED =
            new Loss(
                    Loss.Reason.EXPIRED,
                    "no heartbeat was sent in time: this process was stopped or starved");

    private Losses() {}

    static Loss unreachable(HoldState.Jeopardy jeopardy) {
        return new Loss(
                Loss.Reason.STORE_UNREACHABLE,
                "no heartbeat got through in time: " + jeopardy.cause());
    }

    static Loss tenureOver(Terms terms) {
        return new Loss(
                Loss.Reason.EXPIRED,
                "it was held for as long as the rules allow"
                        + (terms.tenure() == null ? "" : ", " + Length.inWords(terms.tenure())));
    }

    /** @param ending what the store knows of the hold's end; null if nothing */
    static Loss of(@Nullable Ending ending) {
        return switch (ending) {
            case null ->
                    new Loss(
                            Loss.Reason.STORE_LOST_THE_HOLD,
                            "the store no longer knows of this lock");
            case Ending.Forced forced ->
                    new Loss(
                            Loss.Reason.FORCED,
                            "force-unlocked by " + forced.by() + ": " + forced.reason());
            case Ending.Transferred transferred ->
                    new Loss(Loss.Reason.TRANSFERRED, "transferred to " + transferred.to().name());
            case Ending.Released released ->
                    new Loss(
                            Loss.Reason.STORE_LOST_THE_HOLD,
                            "released by someone who knew its lock id");
            case Ending.Expired expired -> new Loss(Loss.Reason.EXPIRED, "its lease ran out");
            case Ending.Unconfirmed unconfirmed ->
                    new Loss(Loss.Reason.EXPIRED, "its claim deadline passed");
            case Ending.Cancelled cancelled ->
                    new Loss(Loss.Reason.FORCED, "cancelled: " + cancelled.why());
            case Ending.Aborted aborted ->
                    new Loss(Loss.Reason.FORCED, "aborted to end a deadlock");
        };
    }
}
