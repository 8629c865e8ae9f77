package holdfast.model;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Refusals in words for people: what happened, who holds what, since when, why, and what to do now. */
public final class Explanation {
    private Explanation() {}

    public static String of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Held held -> ofHeld(held);
            case Refusal.TimedOut late ->
                    "Gave up after waiting "
                            + inWords(late.waited())
                            + " for '"
                            + late.resource().displayName()
                            + "'. "
                            + holders(late.holders())
                            + "Wait longer, or ask the holder.";
            case Refusal.QueueFull full ->
                    "Nobody can be queued for '"
                            + full.resource().displayName()
                            + "': the limit "
                            + full.limit()
                            + " ("
                            + full.value()
                            + ") is reached. Try again later.";
            case Refusal.Deadlock deadlock ->
                    "Waiting for '"
                            + deadlock.resource().displayName()
                            + "' would never end: "
                            + cycle(deadlock.cycle())
                            + ". Release what you hold, or take all locks in one request.";
            case Refusal.Frozen frozen ->
                    "'"
                            + frozen.resource().displayName()
                            + "' is frozen by "
                            + frozen.freeze().by()
                            + " until "
                            + moment(frozen.freeze().until())
                            + ": "
                            + frozen.freeze().reason()
                            + ". Wait for the end of the freeze, or ask for an exemption.";
            case Refusal.Cancelled cancelled ->
                    "The request for '"
                            + cancelled.resource().displayName()
                            + "' was withdrawn: "
                            + cancelled.why()
                            + ". Send a new request.";
            case Refusal.Ended ended ->
                    "This request was granted lock "
                            + ended.lock()
                            + " with token "
                            + ended.token()
                            + " before, and that is over: "
                            + of(ended.ending())
                            + ". Send a new request.";
            case Refusal.NotUnderLiveLock lost ->
                    "Lock "
                            + lost.under()
                            + " is not, or no longer, held by this owner"
                            + (lost.ending() == null ? "" : " (" + of(lost.ending()) + ")")
                            + ", so nothing can be claimed under it. Stop the work that it protected.";
            case Refusal.OwnerNotProven unproven ->
                    "Owner "
                            + unproven.owner()
                            + " already holds something in '"
                            + unproven.resource().root()
                            + "'. To claim more as that owner, name its lock id.";
        };
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
        String name = held.resource().displayName();
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
                                + hold.resource().displayName()
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

    /** Such as {@code 1h 5m} or {@code 300ms}. */
    static String inWords(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + "ms";
        }
        return duration.truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .substring(2)
                .replaceAll("(?<=[HM])", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
