package holdfast.bench;

import java.util.Arrays;

/** Two pieces of work in one thread, some calls of the one and some of the other in turn, so that both see the same machine. */
record Alternation(long firstP50Nanos, long secondP50Nanos) {
    private static final int CALLS_A_TURN = 50;

    interface Work {
        void call(int i) throws Exception;
    }

    static Alternation of(int turns, Work first, Work second) throws Exception {
        long[] ofFirst = new long[turns * CALLS_A_TURN];
        long[] ofSecond = new long[turns * CALLS_A_TURN];
        for (int turn = 0; turn < turns; turn++) {
            time(first, ofFirst, turn * CALLS_A_TURN);
            time(second, ofSecond, turn * CALLS_A_TURN);
        }
        return new Alternation(median(ofFirst), median(ofSecond));
    }

    private static void time(Work work, long[] nanos, int from) throws Exception {
        for (int i = from; i < from + CALLS_A_TURN; i++) {
            long before = System.nanoTime();
            work.call(i);
            nanos[i] = System.nanoTime() - before;
        }
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return Rounds.percentile(nanos, 0.5);
    }
}
