package holdfast.store.redis;

import holdfast.store.testkit.Await;
import io.lettuce.core.KillArgs;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.List;

/** A real master with two replicas and a Sentinel, all on loopback. */
final class RedisSentinel implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisServer master = RedisServer.start();
    private final List<RedisServer> replicas = List.of(replica(), replica());
    private final RedisServer sentinel;

    RedisSentinel() {
        Await.until(PATIENCE, this::replicasAreOnline);
        sentinel =
                RedisServer.sentinel(
                        "sentinel monitor main 127.0.0.1 "
                                + master.port()
                                + " 1\nsentinel down-after-milliseconds main 1000\nsentinel failover-timeout main 5000\n");
        Await.until(PATIENCE, this::knowsTheReplicas);
    }

    private boolean replicasAreOnline() {
        return master.ask(redis -> redis.info("replication")).split("state=online", -1).length == 3;
    }

    /** Whether the replicas have as many keys as the master. */
    boolean isInStep() {
        long keys = master.ask(redis -> redis.dbsize());
        return replicas.stream().allMatch(replica -> replica.ask(redis -> redis.dbsize()) == keys);
    }

    /**
     * Kills the master after it did something that no replica hears of. That replicas are stopped is not enough: what the master
     * sent them would wait in their sockets, and they would read it when they go on.
     */
    void killMasterAfter(Runnable unheard) {
        Await.until(PATIENCE, this::isInStep);
        replicas.forEach(replica -> replica.signal("STOP"));
        master.ask(redis -> redis.clientKill(KillArgs.Builder.typeSlave()));
        unheard.run();
        master.kill();
        replicas.forEach(replica -> replica.signal("CONT"));
    }

    private RedisServer replica() {
        return RedisServer.start("--replicaof", "127.0.0.1 " + master.port());
    }

    private boolean knowsTheReplicas() {
        var client = RedisClient.create(RedisURI.create("127.0.0.1", sentinel.port()));
        try (var connection = client.connectSentinel()) {
            return connection.sync().replicas("main").size() == 2;
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    RedisServer master() {
        return master;
    }

    List<RedisServer> replicas() {
        return replicas;
    }

    String url() {
        return "redis-sentinel://127.0.0.1:" + sentinel.port() + "?master=main";
    }

    RedisLockStoreFixture fixture(StatefulRedisConnection<String, String> toMaster) {
        toMaster.sync().flushall();
        RedisAddress address = RedisAddress.parse(url());
        return new RedisLockStoreFixture(
                address,
                new RedisTestClock(
                        Shard.all(address), (key, fields) -> toMaster.sync().hset(key, fields)));
    }

    @Override
    public void close() {
        sentinel.close();
        replicas.forEach(RedisServer::close);
        master.close();
    }
}
