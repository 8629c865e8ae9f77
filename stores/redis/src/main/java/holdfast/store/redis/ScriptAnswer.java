package holdfast.store.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answer to a script that was sent by its name. A server that does not know it, or not any more, is given the text. */
final class ScriptAnswer<T> extends CompletableFuture<T> {
    private volatile RedisFuture<T> sent;

    /** @param inFull sends the text */
    ScriptAnswer(RedisFuture<T> byName, Supplier<RedisFuture<T>> inFull) {
        sent = byName;
        byName.whenComplete((value, failure) -> {
            if (failure != null && isUnknownScript(failure)) {
                send(inFull);
            } else {
                end(value, failure);
            }
        });
    }

    private void send(Supplier<RedisFuture<T>> inFull) {
        try {
            sent = inFull.get();
            sent.whenComplete(this::end);
        } catch (RuntimeException e) {
            completeExceptionally(e);
        }
    }

    private void end(T value, @Nullable Throwable failure) {
        if (failure == null) {
            complete(value);
        } else {
            completeExceptionally(failure);
        }
    }

    private static boolean isUnknownScript(Throwable failure) {
        Throwable cause = RedisErrors.unwrapped(failure);
        return cause instanceof RedisNoScriptException
                || (cause instanceof RedisCommandExecutionException
                        && String.valueOf(cause.getMessage()).startsWith("NOSCRIPT"));
    }

    /** If it was not sent yet, it will not be. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        sent.cancel(mayInterruptIfRunning);
        return cancelled;
    }
}
