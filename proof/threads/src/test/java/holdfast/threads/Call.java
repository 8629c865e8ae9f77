package holdfast.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** A call on a thread of its own. */
final class Call<A> {
    private final ManualHost host;
    private final FutureTask<A> task;
    private final Thread thread;

    Call(ManualHost host, String name, Callable<A> body) {
        this.host = host;
        this.task = new FutureTask<>(body);
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            task.run();
        } finally {
            host.end();
        }
    }

    boolean isDone() {
        host.settle();
        return task.isDone();
    }

    /** What it answered. It must not need more time for that. */
    A answer() {
        assertThat(isDone()).as("%s has its answer", thread.getName()).isTrue();
        return task.resultNow();
    }

    /** What it failed with. */
    Throwable failure() {
        assertThat(isDone()).as("%s has ended", thread.getName()).isTrue();
        return task.exceptionNow();
    }

    void interrupt() {
        host.interrupt(thread);
        host.settle();
    }
}
