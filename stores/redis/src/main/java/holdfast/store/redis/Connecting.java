package holdfast.store.redis;

import holdfast.store.StoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Connects to whatever an address names. */
final class Connecting {
    private static final Duration TOPOLOGY_READ_EVERY = Duration.ofSeconds(15);

    /** Between two attempts to reach a server that is away. */
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private static final int CONNECTS_MAX = 3;

    private Connecting() {}

    /** @throws StoreException if there is no connection; the message says what to do about it */
    static <V> RedisLink<V> open(RedisAddress address, RedisCodec<String, V> codec) {
        return address.topology() == RedisAddress.Topology.CLUSTER
                ? openCluster(address, codec)
                : openServer(address, codec);
    }

    private static <V> RedisLink<V> openServer(RedisAddress address, RedisCodec<String, V> codec) {
        RedisClient client = serverClient(address);
        try {
            var connection = connected(() -> client.connect(codec));
            return new RedisLink<>(address, client, codec, connection, connection.async());
        } catch (RedisException e) {
            end(client, Duration.ZERO);
            throw failed(e, address);
        }
    }

    private static <V> RedisLink<V> openCluster(RedisAddress address, RedisCodec<String, V> codec) {
        RedisClusterClient client = clusterClient(address);
        try {
            var connection = connected(() -> client.connect(codec));
            return new RedisLink<>(address, client, codec, connection, connection.async());
        } catch (RedisException e) {
            end(client, Duration.ZERO);
            throw failed(e, address);
        }
    }

    /**
     * A server that refuses the first command may have closed before Lettuce looks at the connection, and why is lost then: so it is
     * asked again.
     */
    static <C> C connected(Supplier<C> connect) {
        for (int attempt = 1; attempt < CONNECTS_MAX; attempt++) {
            try {
                return connect.get();
            } catch (RedisException e) {
                if (!RedisErrors.isOverBeforeItWasSeen(e)) {
                    throw e;
                }
            }
        }
        return connect.get();
    }

    /** Whose threads are its own: whoever is called by them keeps nobody waiting who uses another. */
    static AbstractRedisClient client(RedisAddress address) {
        return address.topology() == RedisAddress.Topology.CLUSTER
                ? clusterClient(address)
                : serverClient(address);
    }

    private static RedisClient serverClient(RedisAddress address) {
        var client = RedisClient.create(resources(), address.servers().getFirst());
        client.setOptions(options(address, DisconnectedBehavior.REJECT_COMMANDS));
        return client;
    }

    private static RedisClusterClient clusterClient(RedisAddress address) {
        var client = RedisClusterClient.create(resources(), address.servers());
        var refresh =
                ClusterTopologyRefreshOptions.builder()
                        .enablePeriodicRefresh(TOPOLOGY_READ_EVERY)
                        .adaptiveRefreshTriggersTimeout(Duration.ofSeconds(1))
                        .build();
        var options =
                ClusterClientOptions.builder(
                                // Connections to nodes are made as they are needed, and what is
                                // sent meanwhile must wait.
                                options(address, DisconnectedBehavior.ACCEPT_COMMANDS))
                        .topologyRefreshOptions(refresh)
                        .build();
        client.setOptions(options);
        return client;
    }

    /** A server that is back is found soon, however long it was away: the usual pause between two attempts grows to half a minute. */
    private static ClientResources resources() {
        return DefaultClientResources.builder()
                .eventLoopGroupProvider(new Loops())
                .nettyCustomizer(new SentTogether())
                .reconnectDelay(
                        Delay.fullJitter(Duration.ZERO, LONGEST_PAUSE, 10, TimeUnit.MILLISECONDS))
                .build();
    }

    /** Returns when the client and its threads have ended, or the time is over. */
    static void end(AbstractRedisClient client, Duration within) {
        client.shutdown(Duration.ZERO, within);
        client.getResources()
                .shutdown(0, within.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(within.toMillis());
    }

    private static ClientOptions options(RedisAddress address, DisconnectedBehavior behavior) {
        return ClientOptions.builder()
                .autoReconnect(true)
                .disconnectedBehavior(behavior)
                .replayFilter(Connecting::giveUp)
                // Whoever waits for an answer does so for as long as it may take, and no longer.
                .timeoutOptions(TimeoutOptions.create())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(
                        SocketOptions.builder()
                                .connectTimeout(address.settings().timeout())
                                .tcpNoDelay(true)
                                .build())
                .build();
    }

    /** What was under way when the connection was cut is not sent again: its outcome is unknown, and its caller hears so at once. */
    private static boolean giveUp(RedisCommand<?, ?, ?> command) {
        command.completeExceptionally(new RedisException("the connection was cut"));
        return true;
    }

    private static StoreException failed(RedisException failure, RedisAddress address) {
        return new RedisErrors(address).ofOpening(failure);
    }
}
