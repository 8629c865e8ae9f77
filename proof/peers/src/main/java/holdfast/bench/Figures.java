package holdfast.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each contender reached in each round of one measurement, and how Holdfast stands to it. */
final class Figures {
    private static final String OURS = PeerKind.HOLDFAST.title();

    private final String what;
    private final Map<String, List<Double>> values = new LinkedHashMap<>();

    Figures(String what) {
        this.what = what;
    }

    /** Not a number where the contender failed in this round. */
    void add(String contender, double value) {
        values.computeIfAbsent(contender, key -> new ArrayList<>()).add(value);
    }

    void show() {
        Rounds.say("-- %s", what);
        values.forEach((contender, rounds) -> {
            double[] good = good(rounds);
            String failed =
                    good.length == rounds.size()
                            ? ""
                            : "   FAILED in %d of %d rounds"
                                    .formatted(rounds.size() - good.length, rounds.size());
            String figure = good.length == 0 ? "no figure" : Rounds.show(good);
            double[] ratios = ratios(contender);
            String ratio =
                    contender.equals(OURS) || ratios.length == 0
                            ? ""
                            : "Holdfast / it: " + Rounds.show(ratios);
            Rounds.say("%-28s %-34s %s%s", contender, figure, ratio, failed);
        });
    }

    boolean has(String contender) {
        return values.containsKey(contender) && good(values.get(contender)).length > 0;
    }

    double[] ofHoldfast() {
        return good(values.getOrDefault(OURS, List.of()));
    }

    List<String> others() {
        return values.keySet().stream()
                .filter(contender -> !contender.equals(OURS) && has(contender))
                .toList();
    }

    /** Holdfast's figure by the other's, round by round. */
    double[] ratios(String other) {
        List<Double> ours = values.getOrDefault(OURS, List.of());
        List<Double> theirs = values.getOrDefault(other, List.of());
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            ratios.add(ours.get(i) / theirs.get(i));
        }
        return good(ratios);
    }

    private static double[] good(List<Double> all) {
        return all.stream()
                .mapToDouble(Double::doubleValue)
                .filter(value -> !Double.isNaN(value))
                .toArray();
    }
}
