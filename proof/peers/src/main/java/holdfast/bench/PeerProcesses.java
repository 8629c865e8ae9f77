package holdfast.bench;

import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Eight processes on one lock, each holding for 1 ms. All contenders' processes stay, so that each is warm when its round comes. */
final class PeerProcesses {
    private static final int ROUNDS = 3;
    private static final int PROCESSES = 8;
    private static final Duration HOLD = Duration.ofMillis(1);

    /** Turns without a hold, for the compiler's sake. */
    private static final Duration WARM = Duration.ofSeconds(40);

    private static final Duration LASTS = Duration.ofSeconds(6);

    /** Of the beginning and of the end of a round, when not all of them are there. */
    private static final Duration EDGE = Duration.ofMillis(500);

    private final Field field;
    private final Figures perSecond = new Figures("hand-overs to another process a second");
    private final Figures p50 =
            new Figures("hand-over p50 in us, from release begun to acquired by the next process");
    private final Figures jain = new Figures("Jain index of the processes' turns");

    PeerProcesses(Field field) {
        this.field = field;
    }

    void run() throws Exception {
        Rounds.say("== processes: 8 processes on one lock, 1 ms hold");
        Map<PeerKind, RacerTeam> teams = new LinkedHashMap<>();
        try {
            for (Map.Entry<PeerKind, String> entry : field.addresses().entrySet()) {
                RacerTeam team = team(entry.getKey(), entry.getValue());
                teams.put(entry.getKey(), team);
                team.race("race", Duration.ZERO, WARM);
            }
            for (int round = 0; round < ROUNDS; round++) {
                teams.forEach(this::tryOut);
            }
        } finally {
            teams.values().forEach(RacerTeam::close);
        }
        tell();
    }

    private RacerTeam team(PeerKind kind, String address) throws Exception {
        var folder = Files.createDirectories(field.servers().scratch().file(kind.name()));
        return new RacerTeam(kind, address, PROCESSES, folder);
    }

    private void tryOut(PeerKind kind, RacerTeam team) {
        try {
            measure(kind, team.race("race", HOLD, LASTS));
        } catch (Exception e) {
            Rounds.say("%s: %s", kind.title(), e);
            perSecond.add(kind.title(), Double.NaN);
            p50.add(kind.title(), Double.NaN);
            jain.add(kind.title(), Double.NaN);
        }
    }

    private void tell() {
        perSecond.show();
        p50.show();
        jain.show();
        for (String other : perSecond.others()) {
            Goal.above(1, "hand-overs a second / " + other, perSecond.ratios(other));
        }
        Goal.below(600, "hand-over p50 in us", p50.ofHoldfast());
    }

    private void measure(PeerKind kind, List<RacerTeam.Turn> all) {
        long from = all.getFirst().from() + EDGE.toNanos();
        long until = from + LASTS.minus(EDGE.multipliedBy(2)).toNanos();
        List<RacerTeam.Turn> turns =
                all.stream().filter(turn -> turn.from() >= from && turn.from() < until).toList();
        List<Long> gaps = new ArrayList<>();
        for (int i = 1; i < turns.size(); i++) {
            long gap = turns.get(i).from() - turns.get(i - 1).to();
            if (gap < 0) {
                throw new IllegalStateException("two processes held at once");
            }
            if (turns.get(i).process() != turns.get(i - 1).process()) {
                gaps.add(gap);
            }
        }
        if (gaps.isEmpty()) {
            throw new IllegalStateException("no process followed another");
        }
        long[] sorted = gaps.stream().mapToLong(Long::longValue).sorted().toArray();
        long[] counts = new long[PROCESSES];
        turns.forEach(turn -> counts[turn.process()]++);
        perSecond.add(kind.title(), gaps.size() * 1e9 / (until - from));
        p50.add(kind.title(), Rounds.percentile(sorted, 0.5) / 1e3);
        jain.add(kind.title(), Race.jain(counts));
        Rounds.say(
                "   %s: %,d hand-overs in %,d turns; p50 %,d us, p99 %,d us, longest %,d us; turns %s",
                kind.title(),
                sorted.length,
                turns.size(),
                Rounds.percentile(sorted, 0.5) / 1_000,
                Rounds.percentile(sorted, 0.99) / 1_000,
                sorted[sorted.length - 1] / 1_000,
                Arrays.toString(counts));
    }
}
