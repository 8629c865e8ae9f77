package holdfast.bench;

import java.time.Duration;
import java.util.List;

/** 16 threads of one process on one lock, each again and again. */
final class PeerContention {
    private static final int ROUNDS = 3;
    private static final int THREADS = 16;
    private static final Duration WARM = Duration.ofSeconds(30);
    private static final Duration LASTS = Duration.ofSeconds(3);

    private final Field field;

    PeerContention(Field field) {
        this.field = field;
    }

    void run() throws Exception {
        Rounds.say("== contended: 16 threads of one process on one lock");
        var cycles = new Figures("cycles a second");
        var jain = new Figures("Jain index of the threads' turns");
        List<Peer> peers = field.open(kind -> true);
        for (int round = -1; round < ROUNDS; round++) {
            for (Peer peer : peers) {
                Race race = Race.of(THREADS, round < 0 ? WARM : LASTS, thread -> peer.cycle("one"));
                if (round >= 0) {
                    cycles.add(peer.name(), race.perSecond());
                    jain.add(peer.name(), race.jain());
                }
            }
        }
        peers.forEach(Peer::close);
        cycles.show();
        jain.show();
        Goal.atLeast(0.99, "Jain index", jain.ofHoldfast());
        Goal.atLeast(
                3, "cycles / Redisson's fair lock", cycles.ratios(PeerKind.REDISSON_FAIR.title()));
        Goal.above(1, "cycles / Redisson's unfair lock", cycles.ratios(PeerKind.REDISSON.title()));
    }
}
