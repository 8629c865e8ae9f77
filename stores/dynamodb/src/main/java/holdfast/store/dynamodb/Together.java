package holdfast.store.dynamodb;

import holdfast.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes several calls at once, since each is a round trip of its own. */
final class Together {
    private static final Executor THREADS = Thread.ofVirtual().name("holdfast-dynamodb")::start;

    private Together() {}

    /** The answers in the order of the tasks. Where one fails, what became of the others is not told. */
    static <T, A extends @Nullable Object> List<A> all(List<T> tasks, Function<T, A> call) {
        if (tasks.size() == 1) {
            var single = new ArrayList<A>();
            single.add(call.apply(tasks.get(0)));
            return single;
        }
        List<CompletableFuture<A>> calls =
                tasks.stream()
                        .map(task -> CompletableFuture.supplyAsync(() -> call.apply(task), THREADS))
                        .toList();
        var answers = new ArrayList<A>();
        var failures = new ArrayList<RuntimeException>();
        for (CompletableFuture<A> one : calls) {
            try {
                answers.add(one.join());
            } catch (CompletionException e) {
                failures.add(unwrapped(e));
            }
        }
        if (!failures.isEmpty()) {
            throw worst(failures, answers.isEmpty());
        }
        return answers;
    }

    private static RuntimeException unwrapped(CompletionException e) {
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    /** That nothing was written can only be said if nothing was. */
    private static RuntimeException worst(List<RuntimeException> failures, boolean allFailed) {
        for (RuntimeException failure : failures) {
            if (!(failure instanceof StoreException.Unavailable)) {
                return failure;
            }
        }
        RuntimeException first = failures.get(0);
        return allFailed
                ? first
                : new StoreException.OutcomeUnknown(
                        "some of several writes failed: " + first.getMessage(), first);
    }
}
