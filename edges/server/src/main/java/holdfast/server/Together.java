package holdfast.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Asks the store many things side by side, so that all of them take as long as a few. */
final class Together {
    private static final int AT_ONCE = 16;

    private Together() {}

    /** The answers, in the order of the questions. */
    static <Q, A> List<A> each(List<Q> questions, Function<Q, A> ask) throws InterruptedException {
        if (questions.size() < 2) {
            return questions.stream().map(ask).toList();
        }
        var room = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<A>> asked =
                    questions.stream()
                            .map(question -> threads.submit(() -> asked(question, ask, room)))
                            .toList();
            List<A> answers = new ArrayList<>();
            for (Future<A> one : asked) {
                answers.add(answer(one));
            }
            return answers;
        }
    }

    private static <Q, A> A asked(Q question, Function<Q, A> ask, Semaphore room)
            throws InterruptedException {
        room.acquire();
        try {
            return ask.apply(question);
        } finally {
            room.release();
        }
    }

    private static <A> A answer(Future<A> asked) throws InterruptedException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e);
        }
    }
}
