package holdfast.redlock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.redlock.Vote.Answer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One of the servers. Its commands are carried out in the order in which they are asked, as long as the connection lasts, and none is
 * sent twice. A server that cannot be reached says so at once and is called again.
 */
final class Server {
    private final int number;
    private final RedisClient client;
    private final RedisURI address;

    /** Innermost. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private CompletableFuture<StatefulRedisConnection<String, String>> line;

    /** @param number of its place in the list of servers */
    Server(int number, RedisURI address, RedisClient client) {
        this.number = number;
        this.client = client;
        this.address = address;
        this.line = call();
    }

    int number() {
        return number;
    }

    /** Without user and password. */
    static String nameOf(RedisURI address) {
        return address.getSocket() != null
                ? address.getSocket()
                : address.getHost() + ":" + address.getPort();
    }

    String name() {
        return nameOf(address);
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> call() {
        try {
            return client.connectAsync(StringCodec.UTF8, address).toCompletableFuture();
        } catch (RuntimeException e) {
            // As of a client that was closed: that is no answer either.
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> line() {
        mutex.lock();
        try {
            return line;
        } finally {
            mutex.unlock();
        }
    }

    /** Is complete, never with an exception, when the first call got through or failed. */
    CompletableFuture<Void> called() {
        return line().handle((connection, failure) -> null);
    }

    /** Never fails: not to answer is an answer. */
    CompletableFuture<Answer> ask(Script script, String key, String[] values, Duration timeout) {
        var current = line();
        if (!current.isDone()) {
            return silence("the connection is not there yet");
        }
        if (current.isCompletedExceptionally()) {
            callAgain();
            return silence("no connection: " + saidBy(current.exceptionNow()));
        }
        try {
            return current.join()
                    .async()
                    .<List<Object>>eval(
                            script.text(), ScriptOutputType.MULTI, new String[] {key}, values)
                    .toCompletableFuture()
                    .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    .handle((reply, failure) ->
                            failure == null ? read(reply) : noAnswer(failure, timeout));
        } catch (RedisException e) {
            return CompletableFuture.completedFuture(noAnswer(e, timeout));
        }
    }

    /** Unless someone else does: two connections would have no common order. */
    private void callAgain() {
        var next = new CompletableFuture<StatefulRedisConnection<String, String>>();
        mutex.lock();
        try {
            if (!line.isCompletedExceptionally()) {
                return;
            }
            line = next;
        } finally {
            mutex.unlock();
        }
        CompletableFuture<?> unused =
                call().whenComplete((connection, failure) -> {
                    if (failure == null) {
                        next.complete(connection);
                    } else {
                        next.completeExceptionally(failure);
                    }
                });
    }

    private static Answer read(List<Object> reply) {
        return switch ((String) reply.getFirst()) {
            case "won" -> new Answer.Won();
            case "held" -> new Answer.HeldByAnother(Duration.ofMillis((Long) reply.getLast()));
            case "gone" -> new Answer.Gone();
            default -> throw new IllegalStateException("a script answered " + reply);
        };
    }

    private static CompletableFuture<Answer> silence(String why) {
        return CompletableFuture.completedFuture(new Answer.NoAnswer(why));
    }

    private static Answer noAnswer(Throwable failure, Duration timeout) {
        return new Answer.NoAnswer(
                failure instanceof TimeoutException
                        ? "nothing within " + Texts.of(timeout)
                        : saidBy(failure));
    }

    /** The innermost cause says it best: a client wraps "Connection refused" and "WRONGPASS" in words of its own. */
    private static String saidBy(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null
                && (cause instanceof RedisException
                        || cause instanceof CompletionException
                        || cause instanceof ExecutionException)) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
