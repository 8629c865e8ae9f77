package holdfast.store.redis;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.EngineId;
import holdfast.store.StoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The channels that this process hears, by a client of their own which the first of them opens. On a cluster each channel is
 * heard from the master of its slot, and when that is another one nobody tells: so they are asked for again and again.
 */
final class Subscriptions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Subscriptions.class);
    private static final String TO = ":to:";
    private static final long ASK_AGAIN_SECONDS = 5;
    private static final Duration GOODBYE = Duration.ofMillis(500);

    private final RedisLink<String> link;
    private final BiConsumer<EngineId, String> heard;
    private final boolean sharded;
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Set<EngineId> engines = new HashSet<>();

    @GuardedBy("mutex")
    private @Nullable AbstractRedisClient client;

    @GuardedBy("mutex")
    private @Nullable StatefulRedisPubSubConnection<String, String> connection;

    Subscriptions(RedisLink<String> link, BiConsumer<EngineId, String> heard) {
        this.link = link;
        this.heard = heard;
        this.sharded = link.address().topology() == RedisAddress.Topology.CLUSTER;
    }

    void open(EngineId engine) {
        mutex.lock();
        try {
            engines.add(engine);
            var commands = connection().async();
            for (Shard shard : link.shards()) {
                String channel = shard.channel(engine);
                link.look(sharded ? commands.ssubscribe(channel) : commands.subscribe(channel));
            }
        } finally {
            mutex.unlock();
        }
    }

    void close(EngineId engine) {
        mutex.lock();
        try {
            engines.remove(engine);
            if (connection == null || !connection.isOpen()) {
                return;
            }
            var commands = connection.async();
            for (Shard shard : link.shards()) {
                String channel = shard.channel(engine);
                link.look(sharded ? commands.sunsubscribe(channel) : commands.unsubscribe(channel));
            }
        } catch (RedisException | StoreException e) {
            LOG.debug("engine {} could not be unsubscribed", engine, e);
        } finally {
            mutex.unlock();
        }
    }

    @GuardedBy("mutex")
    private StatefulRedisPubSubConnection<String, String> connection() {
        var present = connection;
        if (present == null) {
            present = connect();
            present.addListener(new Ear());
            connection = present;
            if (sharded) {
                var unused =
                        present.getResources()
                                .eventExecutorGroup()
                                .scheduleWithFixedDelay(
                                        this::askAgain,
                                        ASK_AGAIN_SECONDS,
                                        ASK_AGAIN_SECONDS,
                                        TimeUnit.SECONDS);
            }
        }
        return present;
    }

    @GuardedBy("mutex")
    private StatefulRedisPubSubConnection<String, String> connect() {
        AbstractRedisClient used = client == null ? Connecting.client(link.address()) : client;
        client = used;
        try {
            return Connecting.connected(() ->
                    used instanceof RedisClusterClient cluster
                            ? cluster.connectPubSub()
                            : ((RedisClient) used).connectPubSub());
        } catch (RedisException e) {
            throw link.failed(e);
        }
    }

    /** Runs on a thread that must not wait; a master that knows of the channel already does nothing. */
    private void askAgain() {
        if (!mutex.tryLock()) {
            return;
        }
        try {
            if (connection == null || !connection.isOpen()) {
                return;
            }
            var commands = connection.async();
            for (EngineId engine : engines) {
                for (Shard shard : link.shards()) {
                    var unused = commands.ssubscribe(shard.channel(engine));
                }
            }
        } catch (RedisException e) {
            LOG.debug("the channels could not be asked for again; that is tried later", e);
        } finally {
            mutex.unlock();
        }
    }

    @Override
    public void close() {
        mutex.lock();
        try {
            if (connection != null) {
                connection.close();
            }
            if (client != null) {
                Connecting.end(client, GOODBYE);
            }
        } finally {
            mutex.unlock();
        }
    }

    private final class Ear extends RedisPubSubAdapter<String, String> {
        @Override
        public void message(String channel, String letter) {
            heard.accept(engine(channel), letter);
        }

        @Override
        public void smessage(String channel, String letter) {
            message(channel, letter);
        }

        private EngineId engine(String channel) {
            return new EngineId(channel.substring(channel.indexOf("}" + TO) + 1 + TO.length()));
        }
    }
}
