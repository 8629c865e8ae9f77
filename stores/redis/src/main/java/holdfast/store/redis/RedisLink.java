package holdfast.store.redis;

import holdfast.store.StoreException;
import holdfast.store.redis.RedisErrors.Intent;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection that all threads share, and how its answers are awaited. A command is sent once at most: none is repeated after
 * a reconnection, since a commit made twice is two commits.
 *
 * @param <V> what values are read as
 */
final class RedisLink<V> implements AutoCloseable {
    private static final Duration GOODBYE = Duration.ofMillis(500);

    private final RedisAddress address;
    private final AbstractRedisClient client;
    private final RedisCodec<String, V> codec;
    private final StatefulConnection<String, V> connection;
    private final RedisClusterAsyncCommands<String, V> commands;
    private final RedisErrors errors;
    private final List<Shard> shards;
    private final @Nullable DrivenLoop loop;
    private final AtomicBoolean closed = new AtomicBoolean();

    RedisLink(
            RedisAddress address,
            AbstractRedisClient client,
            RedisCodec<String, V> codec,
            StatefulConnection<String, V> connection,
            RedisClusterAsyncCommands<String, V> commands) {
        this.address = address;
        this.client = client;
        this.codec = codec;
        this.connection = connection;
        this.commands = commands;
        this.errors = new RedisErrors(address);
        this.shards = Shard.all(address);
        this.loop =
                client.getResources().eventLoopGroupProvider() instanceof Loops loops
                        ? loops.driven().orElse(null)
                        : null;
    }

    RedisAddress address() {
        return address;
    }

    AbstractRedisClient client() {
        return client;
    }

    /** The command by which notices are sent: on a cluster channels lie in slots as keys do. */
    String publish() {
        return address.topology() == RedisAddress.Topology.CLUSTER ? "SPUBLISH" : "PUBLISH";
    }

    StatefulConnection<String, V> connection() {
        return connection;
    }

    RedisClusterAsyncCommands<String, V> commands() {
        if (closed.get()) {
            throw new StoreException.Unavailable("the store is closed", null);
        }
        return commands;
    }

    /** The connection by which commands reach the master of a shard. */
    BaseRedisAsyncCommands<String, V> masterOf(Shard shard) {
        if (connection instanceof StatefulRedisClusterConnection<String, V> cluster) {
            int slot = SlotHash.getSlot(shard.clock());
            RedisClusterNode master = cluster.getPartitions().getMasterBySlot(slot);
            if (master == null) {
                throw new StoreException.Unavailable(
                        "no master of " + address + " has slot " + slot + " at present", null);
            }
            RedisURI place = master.getUri();
            try {
                // By its place, as commands are sent by their slots: by its name it would be
                // another.
                return cluster.getConnection(place.getHost(), place.getPort()).async();
            } catch (RedisException e) {
                throw failed(e);
            }
        }
        return commands();
    }

    List<Shard> shards() {
        return shards;
    }

    /** What concerns no root is kept here. */
    Shard first() {
        return shards.getFirst();
    }

    Shard shardOf(String name) {
        return Shard.of(name, shards);
    }

    /** Runs the script by its name; a server that does not know it, or not any more, is given the text. */
    <T> Future<T> run(Script script, Output<V, T> output, List<String> keys, V[] args) {
        var sent = commands();
        return new ScriptAnswer<>(
                sent.dispatch(
                        CommandType.EVALSHA,
                        output.of(codec),
                        new ScriptArgs<>(codec, script.digest(), keys, args)),
                () ->
                        sent.dispatch(
                                CommandType.EVAL,
                                output.of(codec),
                                new ScriptArgs<>(codec, script.text(), keys, args)));
    }

    /** What an answer is read as. */
    interface Output<V, T> {
        CommandOutput<String, V, T> of(RedisCodec<String, V> codec);
    }

    <T> T look(Future<T> answer) {
        return await(answer, Intent.LOOK);
    }

    <T> T written(Future<T> answer) {
        return await(answer, Intent.WRITE);
    }

    /** What a failure means for who wanted to write nothing. */
    StoreException failed(RedisException failure) {
        return errors.of(failure, Intent.LOOK);
    }

    /**
     * Makes calls and waits for their answers, all on the caller's own thread if nobody else calls. Nothing in them may wait for
     * anything but answers of this connection.
     */
    <T> T calling(Supplier<T> calls) {
        if (loop == null || !loop.tryDrive()) {
            return calls.get();
        }
        try {
            return calls.get();
        } finally {
            loop.leave();
        }
    }

    /** Waits as long as an answer may take, also on an interrupted thread: what was sent cannot be called back. */
    <T> T await(Future<T> answer, Intent intent) {
        long deadline = System.nanoTime() + address.settings().timeout().toNanos();
        boolean interrupted = false;
        try {
            if (loop != null && answer instanceof CompletableFuture<?> awaited) {
                loop.await(awaited, deadline);
                // What is not there by now is not waited for any more: nobody may bring it.
                deadline = System.nanoTime();
            }
            while (true) {
                try {
                    return answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException | TimeoutException | RedisException e) {
            answer.cancel(true);
            throw errors.of(e, intent);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether what this thread calls it brings itself. */
    boolean isDriving() {
        return loop != null && loop.inEventLoop();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            connection.close();
            Connecting.end(client, GOODBYE);
        }
    }
}
