package holdfast.bench;

import java.util.List;

/** Many waiters on one lock: how long until the last of them had it, and what a hand-over costs Redis. */
final class PeerWaiters {
    private static final int ROUNDS = 3;
    private static final int MANY = 1_000;
    private static final int VERY_MANY = 10_000;

    private final Field field;

    PeerWaiters(Field field) {
        this.field = field;
    }

    void run() throws Exception {
        Rounds.say("== waiters: 1,000 waiters on one lock drained, fair locks only");
        var drained = new Figures("1,000 waiters drained, in ms");
        var more = new Figures("Holdfast: 10,000 waiters drained / 1,000");
        List<Peer> peers = field.open(PeerKind::isFair);
        for (int round = -1; round < ROUNDS; round++) {
            for (Peer peer : peers) {
                double millis = drain(peer, "many-" + round, MANY);
                Rounds.say("   %s: 1,000 in %,.0f ms", peer.name(), millis);
                if (round >= 0) {
                    drained.add(peer.name(), millis);
                }
                if (round >= 0 && peer instanceof HoldfastPeer) {
                    double longer = drain(peer, "very-many-" + round, VERY_MANY);
                    more.add(peer.name(), longer / millis);
                    Rounds.say("   %s: 10,000 in %,.0f ms", peer.name(), longer);
                }
            }
        }
        drained.show();
        more.show();
        for (Peer peer : peers) {
            if (peer instanceof HoldfastPeer holdfast) {
                commands(holdfast);
            }
        }
        for (String other : drained.others()) {
            Goal.below(1, "time to drain 1,000 / " + other, drained.ratios(other));
        }
        Goal.atMost(12, "time to drain 10,000 / 1,000", more.ofHoldfast());
        peers.forEach(Peer::close);
    }

    /** Milliseconds from the release of the first to the last one's; not a number if one was not served. */
    private static double drain(Peer peer, String lock, int waiters) throws Exception {
        try (var line = new Line(peer, lock, waiters)) {
            return line.serve();
        }
    }

    private void commands(HoldfastPeer holdfast) throws Exception {
        var monitor = new RedisMonitor(field.servers().redis());
        BenchRedis redis = field.servers().redisItself();
        for (int waiters : new int[] {100, MANY, VERY_MANY}) {
            double[] count = new double[ROUNDS];
            double[] micros = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                String lock = "counted-" + waiters + "-" + round;
                try (var line = new Line(holdfast, lock, waiters)) {
                    redis.resetTimes();
                    count[round] = (double) monitor.during(line::serve) / waiters;
                    micros[round] = redis.spent("evalsha").microsEach();
                }
            }
            Rounds.say(
                    "Holdfast with %,d waiters: commands a hand-over %s, each %s us in Redis",
                    waiters, Rounds.show(count), Rounds.show(micros));
        }
    }
}
