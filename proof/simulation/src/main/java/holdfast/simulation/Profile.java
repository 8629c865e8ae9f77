package holdfast.simulation;

import holdfast.rulebook.VictimPolicy;
import java.util.List;

/**
 * What kind of world a seed makes: how many live in it and how often what goes wrong. Percentages, unless said otherwise.
 *
 * @param slow requests and answers that take up to seconds
 * @param lostRequests requests that never arrive, and are known not to have
 * @param lostAnswers answers that never arrive, so that the caller cannot know
 * @param duplicates commits that arrive a second time, later
 * @param late commits that arrive only after their caller was told that the outcome is unknown
 * @param lostNotices notices that never arrive
 * @param troubles how often a minute something big happens
 * @param rushes of what clients do, how much is to take one lock after the other in haste, so that long lines form
 * @param kinds the big things that may happen
 */
record Profile(
        int nodes,
        int clients,
        int roots,
        double slow,
        double lostRequests,
        double lostAnswers,
        double duplicates,
        double late,
        double lostNotices,
        int troubles,
        int rushes,
        List<Trouble.Kind> kinds,
        VictimPolicy victims) {

    /** No faults at all. */
    static Profile calm() {
        return new Profile(2, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), VictimPolicy.NEWEST);
    }

    static Profile of(Chance chance) {
        boolean faultless = chance.percent(10);
        return new Profile(
                2 + chance.below(3),
                3 + chance.below(10),
                1 + chance.below(3),
                faultless ? 0 : chance.oneOf(List.of(0.0, 0.5, 3.0)),
                faultless ? 0 : chance.oneOf(List.of(0.0, 0.5, 5.0)),
                faultless ? 0 : chance.oneOf(List.of(0.0, 0.5, 5.0)),
                faultless ? 0 : chance.oneOf(List.of(0.0, 1.0, 10.0)),
                faultless ? 0 : chance.oneOf(List.of(0.0, 0.3, 2.0)),
                chance.oneOf(List.of(0.0, 10.0, 100.0)),
                faultless ? 0 : chance.oneOf(List.of(0, 3, 10)),
                chance.oneOf(List.of(0, 0, 70)),
                Trouble.Kind.some(chance),
                chance.oneOf(List.of(VictimPolicy.values())));
    }

    boolean has(Trouble.Kind kind) {
        return troubles > 0 && kinds.contains(kind);
    }
}
