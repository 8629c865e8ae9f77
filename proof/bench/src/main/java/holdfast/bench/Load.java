package holdfast.bench;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The same work from many platform threads at once, each call timed. */
final class Load {
    private final long[] sortedNanos;
    private final double seconds;

    private Load(long[] sortedNanos, double seconds) {
        this.sortedNanos = sortedNanos;
        this.seconds = seconds;
    }

    double perSecond() {
        return sortedNanos.length / seconds;
    }

    double seconds() {
        return seconds;
    }

    long p50Nanos() {
        return Rounds.percentile(sortedNanos, 0.5);
    }

    long p99Nanos() {
        return Rounds.percentile(sortedNanos, 0.99);
    }

    /** Both as one. */
    Load and(Load other) {
        long[] all =
                LongStream.concat(Arrays.stream(sortedNanos), Arrays.stream(other.sortedNanos))
                        .sorted()
                        .toArray();
        return new Load(all, seconds + other.seconds);
    }

    /** What thread n does in its i-th call. */
    interface Work {
        void call(int thread, int i) throws Exception;
    }

    static Load of(int threads, int callsPerThread, Work work)
            throws InterruptedException, ExecutionException {
        long[][] times = new long[threads][callsPerThread];
        var start = new CountDownLatch(1);
        long began;
        try (var executor = Executors.newFixedThreadPool(threads)) {
            var done =
                    IntStream.range(0, threads)
                            .<Future<?>>mapToObj(thread ->
                                    executor.submit(() -> {
                                        start.await();
                                        for (int i = 0; i < callsPerThread; i++) {
                                            long before = System.nanoTime();
                                            work.call(thread, i);
                                            times[thread][i] = System.nanoTime() - before;
                                        }
                                        return null;
                                    }))
                            .toList();
            began = System.nanoTime();
            start.countDown();
            for (Future<?> future : done) {
                future.get();
            }
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        long[] all = Arrays.stream(times).flatMapToLong(Arrays::stream).sorted().toArray();
        return new Load(all, seconds);
    }
}
