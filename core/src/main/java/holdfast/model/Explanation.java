package holdfast.model;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** Refusals in words for people: what happened, who holds what, since when, why, and what to do now. */
public final class Explanation {
    private Explanation() {}

    public static String of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Held held -> ofHeld(held);
            case Refusal.TimedOut late ->
                    "Gave up after waiting %s for '%s'. %s"
                            .formatted(
                                    inWords(late.waited()), name(late.resource()), inTheWay(late));
            case Refusal.QueueFull full ->
                    "Nobody can be queued for '%s': the limit %s (%d) is reached. Try again later."
                            .formatted(name(full.resource()), full.limit(), full.value());
            case Refusal.Deadlock deadlock ->
                    ("Waiting for '%s' would never end: %s."
                                    + " Release what you hold, or take all locks in one request.")
                            .formatted(name(deadlock.resource()), cycle(deadlock.cycle()));
            case Refusal.Frozen frozen -> ofFrozen(frozen);
            case Refusal.Cancelled cancelled ->
                    "The request for '%s' was withdrawn: %s. Send a new request."
                            .formatted(name(cancelled.resource()), cancelled.why());
            case Refusal.Ended ended ->
                    ("This request was granted lock %s with token %s before, and that is over: %s."
                                    + " Send a new request.")
                            .formatted(ended.lock(), ended.token(), of(ended.ending()));
            case Refusal.NotUnderLiveLock lost -> ofLost(lost);
            case Refusal.OwnerNotProven unproven ->
                    ("Owner %s already holds something in '%s'."
                                    + " To claim more as that owner, name its lock id.")
                            .formatted(unproven.owner(), unproven.resource().root());
        };
    }

    private static String inTheWay(Refusal.TimedOut late) {
        Freeze freeze = late.freeze();
        if (freeze != null) {
            return holders(late.holders())
                    + "It is frozen by %s until %s: %s. Wait for the end of the freeze, or ask for an exemption."
                            .formatted(freeze.by(), moment(freeze.until()), freeze.reason());
        }
        return late.holders().isEmpty()
                ? "Nobody holds it now: others were first in line, or a freeze has just ended. Wait longer."
                : holders(late.holders()) + "Wait longer, or ask the holder.";
    }

    private static String ofFrozen(Refusal.Frozen frozen) {
        Freeze freeze = frozen.freeze();
        return "'%s' is frozen by %s until %s: %s. Wait for the end of the freeze, or ask for an exemption."
                .formatted(
                        name(frozen.resource()),
                        freeze.by(),
                        moment(freeze.until()),
                        freeze.reason());
    }

    private static String ofLost(Refusal.NotUnderLiveLock lost) {
        Ending ending = lost.ending();
        return ("Lock %s is not, or no longer, held by this owner%s, so nothing can be claimed under it."
                        + " Stop the work that it protected.")
                .formatted(lost.under(), ending == null ? "" : " (" + of(ending) + ")");
    }

    private static String name(Resource resource) {
        return resource.displayName();
    }

    public static String of(Ending ending) {
        return switch (ending) {
            case Ending.Released released -> "it was released";
            case Ending.Expired expired -> "its lease ran out";
            case Ending.Unconfirmed unconfirmed -> "its grantee did not confirm in time";
            case Ending.Forced forced ->
                    "it was force-unlocked by " + forced.by() + ": " + forced.reason();
            case Ending.Transferred transferred ->
                    "it was transferred to " + transferred.to().name();
            case Ending.Cancelled cancelled -> "it was withdrawn: " + cancelled.why();
            case Ending.Aborted aborted ->
                    "it was aborted to end a deadlock: " + cycle(aborted.cycle());
        };
    }

    private static String ofHeld(Refusal.Held held) {
        String name = name(held.resource());
        if (held.holders().isEmpty()) {
            return "Execution blocked: "
                    + held.waiting()
                    + " others are in line for '"
                    + name
                    + "'. Wait in line (--wait), or try again later.";
        }
        Hold first = held.holders().get(0);
        return "Execution blocked: lock '"
                + name
                + "' held by "
                + first.owner().name()
                + " until "
                + moment(first.until())
                + ". "
                + holders(held.holders())
                + held.waiting()
                + " waiting. Wait in line, or ask the holder.";
    }

    private static String holders(List<Hold> holders) {
        return holders.stream()
                .map(hold ->
                        hold.owner().name()
                                + " holds '"
                                + name(hold.resource())
                                + "' since "
                                + moment(hold.acquiredAt())
                                + (hold.note().reason().isEmpty()
                                        ? ""
                                        : " (" + hold.note().reason() + ")")
                                + ". ")
                .collect(Collectors.joining());
    }

    private static String cycle(List<OwnerId> owners) {
        return owners.stream().map(OwnerId::text).collect(Collectors.joining(" waits for "))
                + " waits for "
                + (owners.isEmpty() ? "nobody" : owners.get(0));
    }

    private static String moment(StoreTime time) {
        return time.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Such as {@code 1h 5m} or {@code 300ms}: a fraction of a second counts only if there is nothing else. */
    static String inWords(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + "ms";
        }
        return Length.inWords(duration.truncatedTo(ChronoUnit.SECONDS));
    }
}
