package holdfast.cli;

import holdfast.model.Explanation;
import holdfast.model.Freeze;
import holdfast.model.Hold;
import holdfast.model.Owner;
import holdfast.model.Refusal;
import holdfast.model.Resource;
import holdfast.model.StoreTime;
import holdfast.model.keys.Keys;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Why a lock was not given, for people: what happened in one line, then who, why, since when, how many wait, and what to do
 * next. A program that looks for the line of another design finds it unchanged.
 */
final class RefusalText {
    /** How the line begins that other designs print too. */
    static final String BLOCKED = "Execution blocked: lock '";

    private RefusalText() {}

    static String of(Refusal refusal) {
        return switch (refusal) {
            case Refusal.Held held when !held.holders().isEmpty() -> ofHeld(held);
            case Refusal.TimedOut late when late.freeze() != null || !late.holders().isEmpty() ->
                    ofTimedOut(late);
            default -> Misuse.uncapitalized(Explanation.of(refusal));
        };
    }

    /** With the names of those who are in it. */
    static String of(Refusal.Deadlock deadlock, Circle circle) {
        return "waiting for '"
                + deadlock.resource().displayName()
                + "' would never end, since each of these waits for the next one:\n"
                + circle.text("would wait for " + deadlock.resource().displayName())
                + "  Next: release what you hold and try again, or take all locks in one command"
                + " (run --lock A --lock B)";
    }

    private static String ofHeld(Refusal.Held held) {
        Hold first = held.holders().getFirst();
        Facts facts =
                holders(held.holders(), held.now()).add("Waiting", held.waiting() + " in line");
        return BLOCKED
                + held.resource().displayName()
                + "' held by "
                + first.owner().name()
                + " until "
                + Times.absolute(first.until())
                + "\n"
                + ended(facts, next("wait in line", held.resource(), held.holders(), held.now()));
    }

    private static String ofTimedOut(Refusal.TimedOut late) {
        return "gave up after waiting "
                + Durations.inWords(late.waited())
                + " for '"
                + late.resource().displayName()
                + "'\n"
                + inTheWay(late, holders(late.holders(), late.now()));
    }

    /** A freeze also if somebody holds it: when that is over the freeze is in the way. */
    private static String inTheWay(Refusal.TimedOut late, Facts facts) {
        Freeze freeze = late.freeze();
        return freeze == null
                ? ended(facts, next("wait longer", late.resource(), late.holders(), late.now()))
                : ended(
                        facts.add("Frozen", FreezeRows.describe(freeze, late.now())),
                        "wait for the end of the freeze, ask for an exemption, or look: holdfast freezes");
    }

    private static String ended(Facts facts, String next) {
        return facts.add("Next", next).text().stripTrailing();
    }

    private static Facts holders(List<Hold> holders, StoreTime now) {
        var facts = new Facts();
        for (Hold hold : holders) {
            facts.add("Held by", who(hold.owner()))
                    .add(
                            "Holds",
                            hold.resource().displayName() + " (" + Json.word(hold.mode()) + ")")
                    .addIfSaid("Reason", OneLine.of(hold.note().reason()))
                    .add("Since", Times.both(hold.acquiredAt(), now))
                    .add("Heartbeat", Times.both(hold.heartbeatAt(), now))
                    .add("Until", Times.both(hold.until(), now))
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

    private static String next(String first, Resource resource, List<Hold> holders, StoreTime now) {
        String name = Words.quoted(Keys.spelling(resource));
        boolean stale =
                holders.stream().anyMatch(hold -> LockState.of(hold, now) == LockState.STALE);
        String held = Words.quoted(Keys.spelling(holders.getFirst().resource()));
        return stale
                ? "ask the holder, who has sent no heartbeat for long (nobody does for a lock that"
                        + " 'acquire' took); if it is dead: holdfast unlock "
                        + held
                        + " --force --reason '...'"
                : first + " (--wait 30m), ask the holder, or look: holdfast locks status " + name;
    }
}
