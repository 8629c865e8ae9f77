package holdfast.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Many platform threads that do the same again and again for a while: how often each of them did it. */
record Race(long[] turns, double seconds) {
    interface Turn {
        void take(int thread) throws Exception;
    }

    static Race of(int threads, Duration lasts, Turn turn) throws Exception {
        var start = new CountDownLatch(1);
        long began;
        List<Future<Long>> counts;
        long[] turns = new long[threads];
        try (var executor = Executors.newFixedThreadPool(threads)) {
            counts =
                    IntStream.range(0, threads)
                            .mapToObj(thread ->
                                    executor.submit(() -> {
                                        start.await();
                                        return repeat(thread, lasts, turn);
                                    }))
                            .toList();
            began = System.nanoTime();
            start.countDown();
            for (int i = 0; i < threads; i++) {
                turns[i] = counts.get(i).get();
            }
        }
        return new Race(turns, (System.nanoTime() - began) / 1e9);
    }

    private static long repeat(int thread, Duration lasts, Turn turn) throws Exception {
        long end = System.nanoTime() + lasts.toNanos();
        long done = 0;
        while (System.nanoTime() - end < 0) {
            turn.take(thread);
            done++;
        }
        return done;
    }

    double perSecond() {
        return Arrays.stream(turns).sum() / seconds;
    }

    double jain() {
        return jain(turns);
    }

    /** 1 if all had the same number of turns, 1/n if one of n had them all. */
    static double jain(long[] turns) {
        double sum = Arrays.stream(turns).sum();
        double squares = Arrays.stream(turns).mapToDouble(count -> (double) count * count).sum();
        return sum * sum / (turns.length * squares);
    }
}
