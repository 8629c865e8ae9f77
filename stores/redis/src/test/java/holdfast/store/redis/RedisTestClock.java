package holdfast.store.redis;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * A clock that stands still until a test moves it, kept in Redis itself: scripts that were {@link #wound} read it where they would
 * read the server's. So all handles have the same time, and nothing in the store takes a time from its caller.
 */
final class RedisTestClock {
    private static final String SERVERS = "redis.call('TIME')";
    private static final String TESTS =
            "redis.call('HMGET', KEYS[1], 'test_seconds', 'test_micros')";

    /** Has digits down to the microsecond, so that a store which drops some is found out. */
    private static final long START = 1_772_368_215_123_456L;

    private final List<Shard> shards;
    private final BiConsumer<String, Map<String, String>> putFields;
    private long micros = START;

    /** @param putFields sets fields of a hash */
    RedisTestClock(List<Shard> shards, BiConsumer<String, Map<String, String>> putFields) {
        this.shards = shards;
        this.putFields = putFields;
        set();
    }

    static String wound(String script) {
        if (!script.contains(SERVERS)) {
            throw new IllegalStateException("this script reads no clock: " + script);
        }
        return script.replace(SERVERS, TESTS);
    }

    synchronized void advance(Duration by) {
        micros += by.toNanos() / 1_000;
        set();
    }

    private void set() {
        var fields =
                Map.of(
                        "format",
                        "3",
                        "test_seconds",
                        Long.toString(micros / 1_000_000),
                        "test_micros",
                        Long.toString(micros % 1_000_000));
        shards.forEach(shard -> putFields.accept(shard.clock(), fields));
    }
}
