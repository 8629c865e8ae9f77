package holdfast.store.redis;

import holdfast.store.testkit.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.function.Function;

/** A real redis-server that can be asked. Closing ends the process. */
final class RedisServer implements AutoCloseable {
    private final RedisProcess process;

    private RedisServer(RedisProcess process) {
        this.process = process;
    }

    /** @param options as on the command line, as in {@code "--appendonly", "yes"} */
    static RedisServer start(String... options) {
        return new RedisServer(RedisProcess.start(options));
    }

    static RedisServer start(int port, String... options) {
        return new RedisServer(RedisProcess.start(port, options));
    }

    static RedisServer sentinel(String config) {
        return new RedisServer(RedisProcess.sentinel(config));
    }

    static int freePort() {
        return RedisProcess.freePort();
    }

    int port() {
        return process.port();
    }

    String url() {
        return process.url();
    }

    /** Runs commands on a connection that is closed afterwards. */
    <T> T ask(Function<RedisCommands<String, String>, T> question) {
        var client = RedisClient.create(RedisURI.create("127.0.0.1", port()));
        try (var connection = client.connect()) {
            return question.apply(connection.sync());
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        }
    }

    void kill() {
        process.kill();
    }

    void restart() {
        process.restart();
    }

    void signal(String name) {
        process.signal(name);
    }

    @Override
    public void close() {
        process.close();
    }
}
