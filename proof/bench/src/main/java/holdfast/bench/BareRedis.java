package holdfast.bench;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/**
 * The yardstick: {@code SET NX PX} with a random value, and a script that deletes the key if it still has that value, through one
 * connection of Lettuce. No fencing, no queue, no owner, nothing to look at.
 */
final class BareRedis implements Contender {
    private static final String COMPARE_AND_DELETE =
            "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";
    private static final SetArgs FOR_A_MINUTE = SetArgs.Builder.nx().px(60_000);

    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;
    private final String digest;

    BareRedis(String url) {
        client = RedisClient.create(url);
        connection = client.connect();
        digest = connection.sync().scriptLoad(COMPARE_AND_DELETE);
    }

    @Override
    public String name() {
        return "bare SET NX PX";
    }

    @Override
    public void cycle(String lock) {
        String value = UUID.randomUUID().toString();
        String[] key = {"bare:" + lock};
        var redis = connection.sync();
        if (!Objects.equals(redis.set(key[0], value, FOR_A_MINUTE), "OK")) {
            throw new IllegalStateException(lock + " was not free");
        }
        long deleted = redis.evalsha(digest, ScriptOutputType.INTEGER, key, value);
        if (deleted != 1) {
            throw new IllegalStateException(lock + " was lost");
        }
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    }
}
