package holdfast.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a script that was sent by its name. A server that does not know it, or not any more, is given the text by whoever
 * waits. For one thread.
 */
final class ScriptAnswer<T> implements Future<T> {
    private RedisFuture<T> sent;
    private @Nullable Supplier<RedisFuture<T>> inFull;

    /** @param inFull sends the text */
    ScriptAnswer(RedisFuture<T> byName, Supplier<RedisFuture<T>> inFull) {
        this.sent = byName;
        this.inFull = inFull;
    }

    @Override
    public T get(long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + unit.toNanos(time);
        try {
            return sent.get(time, unit);
        } catch (ExecutionException e) {
            Supplier<RedisFuture<T>> again = inFull;
            if (again == null || !isUnknownScript(e)) {
                throw e;
            }
            inFull = null;
            sent = again.get();
        }
        return sent.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private static boolean isUnknownScript(Throwable failure) {
        Throwable cause = RedisErrors.unwrapped(failure);
        return cause instanceof RedisNoScriptException
                || (cause instanceof RedisCommandExecutionException
                        && String.valueOf(cause.getMessage()).startsWith("NOSCRIPT"));
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        try {
            return get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("three centuries have passed", e);
        }
    }

    /** If it was not sent yet, it will not be. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return sent.cancel(mayInterruptIfRunning);
    }

    @Override
    public boolean isCancelled() {
        return sent.isCancelled();
    }

    @Override
    public boolean isDone() {
        return sent.isDone();
    }
}
