package holdfast.store.redis;

import holdfast.store.testkit.Await;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A real cluster on loopback: three masters with a replica each. */
final class RedisCluster implements AutoCloseable {
    static final int MASTERS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<RedisServer> servers = new ArrayList<>();
    private final RedisClusterClient client;
    private final StatefulRedisClusterConnection<String, String> connection;

    RedisCluster() {
        for (int i = 0; i < 2 * MASTERS; i++) {
            servers.add(
                    RedisServer.start(
                            "--cluster-enabled",
                            "yes",
                            "--cluster-node-timeout",
                            "2000",
                            "--cluster-replica-validity-factor",
                            "0"));
        }
        servers.forEach(server ->
                servers.getFirst().ask(first -> first.clusterMeet("127.0.0.1", server.port())));
        Await.until(PATIENCE, () -> servers.stream().allMatch(this::knowsAll));
        for (int i = 0; i < MASTERS; i++) {
            shareOut(i);
        }
        Await.until(PATIENCE, () -> servers.stream().allMatch(RedisCluster::isWhole));
        client = RedisClusterClient.create(RedisURI.create("127.0.0.1", servers.getFirst().port()));
        connection = client.connect();
    }

    private boolean knowsAll(RedisServer server) {
        return server.ask(redis -> redis.clusterNodes().lines().count()) == servers.size();
    }

    private void shareOut(int part) {
        int from = part * SlotHash.SLOT_COUNT / MASTERS;
        int to = (part + 1) * SlotHash.SLOT_COUNT / MASTERS;
        int[] slots = IntStream.range(from, to).toArray();
        String master =
                servers.get(part)
                        .ask(redis -> {
                            redis.clusterAddSlots(slots);
                            return redis.clusterMyId();
                        });
        RedisServer replica = servers.get(MASTERS + part);
        Await.until(
                PATIENCE, () -> replica.ask(redis -> redis.clusterReplicate(master)).equals("OK"));
    }

    private static boolean isWhole(RedisServer server) {
        String nodes = server.ask(redis -> redis.clusterNodes());
        return server.ask(redis -> redis.clusterInfo()).contains("cluster_state:ok")
                && nodes.lines().filter(line -> line.contains("slave")).count() == MASTERS
                && server.ask(redis -> redis.info("replication"))
                        .lines()
                        .noneMatch(line -> line.startsWith("master_link_status:down"));
    }

    List<RedisServer> masters() {
        return servers.subList(0, MASTERS);
    }

    RedisServer replicaOf(int master) {
        return servers.get(MASTERS + master);
    }

    RedisAddress address() {
        return RedisAddress.parse(
                "redis-cluster://"
                        + masters().stream()
                                .map(server -> "127.0.0.1:" + server.port())
                                .collect(Collectors.joining(",")));
    }

    StatefulRedisClusterConnection<String, String> connection() {
        return connection;
    }

    void empty() {
        masters().forEach(server -> server.ask(redis -> redis.flushall()));
    }

    RedisLockStoreFixture fixture() {
        connection.sync().flushall();
        return new RedisLockStoreFixture(
                address(),
                new RedisTestClock(
                        Shard.all(address()),
                        (key, fields) -> connection.sync().hset(key, fields)));
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        servers.forEach(RedisServer::close);
    }
}
