package holdfast.store.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Does something in many threads at the same moment, and collects what came of it. */
final class Crowd {
    static final int SIZE = 8;

    private Crowd() {}

    /** @param task of each member, made from its number */
    static <T> List<T> of(IntFunction<Callable<T>> task) {
        var start = new CyclicBarrier(SIZE);
        try (ExecutorService threads = Executors.newFixedThreadPool(SIZE)) {
            var futures = new ArrayList<Future<T>>();
            for (int i = 0; i < SIZE; i++) {
                Callable<T> member = task.apply(i);
                futures.add(
                        threads.submit(() -> {
                            start.await();
                            return member.call();
                        }));
            }
            var results = new ArrayList<T>();
            for (Future<T> future : futures) {
                results.add(resultOf(future));
            }
            return results;
        }
    }

    private static <T> T resultOf(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("one of the crowd failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
