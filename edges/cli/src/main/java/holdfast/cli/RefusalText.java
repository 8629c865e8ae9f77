package holdfast.cli;

import holdfast.model.Explanation;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a lock was not given, for people: what happened in one line, then who, why, since when, how many wait, and what to do
 * next. A program that looks for the line of another design finds it unchanged.
 */
final class RefusalText {
    private RefusalText() {}

    static String of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Held held when !held.holders().isEmpty() -> ofHeld(held);
            case Refusal.TimedOut late when !late.holders().isEmpty() -> ofTimedOut(late);
            default -> Explanation.of(refusal);
        };
    }

    private static String ofHeld(Refusal.Held held) {
        Hold first = held.holders().getFirst();
        Facts facts =
                holders(held.holders(), held.now()).add("Waiting", held.waiting() + " in line");
        return "Execution blocked: lock '"
                + held.resource().displayName()
                + "' held by "
                + first.owner().name()
                + " until "
                + Times.absolute(first.until())
                + "\n"
                + ended(facts, next(held.resource(), held.holders(), held.now()));
    }

    private static String ofTimedOut(Refusal.TimedOut late) {
        return "Gave up after waiting "
                + Durations.inWords(late.waited())
                + " for '"
                + late.resource().displayName()
                + "'\n"
                + ended(holders(late.holders(), null), next(late.resource(), late.holders(), null));
    }

    private static String ended(Facts facts, String next) {
        return facts.add("Next", next).text().stripTrailing();
    }

    private static Facts holders(List<Hold> holders, @Nullable StoreTime now) {
        var facts = new Facts();
        for (Hold hold : holders) {
            facts.add("Held by", who(hold.owner()))
                    .add(
                            "Holds",
                            hold.resource().displayName() + " (" + Json.word(hold.mode()) + ")")
                    .addIfSaid("Reason", OneLine.of(hold.note().reason()))
                    .add("Since", time(hold.acquiredAt(), now))
                    .add("Until", time(hold.until(), now))
                    .addIfSaid("Link", hold.owner().facts().getOrDefault("link", ""));
        }
        return facts;
    }

    /** Such as {@code github-actions-run-12 (user alice, host runner-3, pid 71)}. */
    static String who(Owner owner) {
        Map<String, String> facts = owner.facts();
        String known =
                List.of("user", "host", "pid").stream()
                        .filter(facts::containsKey)
                        .map(fact -> fact + " " + facts.get(fact))
                        .collect(Collectors.joining(", "));
        return known.isEmpty() ? owner.name() : owner.name() + " (" + known + ")";
    }

    private static String time(StoreTime time, @Nullable StoreTime now) {
        return now == null ? Times.absolute(time) : Times.both(time, now);
    }

    private static String next(Resource resource, List<Hold> holders, @Nullable StoreTime now) {
        String name = Words.quoted(Keys.spelling(resource));
        boolean stale =
                now != null
                        && holders.stream()
                                .anyMatch(hold -> LockState.of(hold, now) == LockState.STALE);
        String held = Words.quoted(Keys.spelling(holders.getFirst().resource()));
        return stale
                ? "the holder has not been heard of for long; if it is dead: holdfast unlock "
                        + held
                        + " --force --reason '...'"
                : "wait in line (--wait 30m), ask the holder, or look: holdfast locks status "
                        + name;
    }
}
