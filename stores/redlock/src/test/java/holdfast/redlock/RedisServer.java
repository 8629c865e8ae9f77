package holdfast.redlock;

import holdfast.store.testkit.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;

/** A real redis-server that keeps nothing on disk, and a connection to look into it. Closing ends the process. */
final class RedisServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RedisClient client = RedisClient.create();
    private final RedisProcess process = RedisProcess.start();
    private StatefulRedisConnection<String, String> connection = connect();

    private RedisServer() {}

    static RedisServer start() {
        return new RedisServer();
    }

    private StatefulRedisConnection<String, String> connect() {
        return client.connect(
                RedisURI.builder()
                        .withHost("127.0.0.1")
                        .withPort(port())
                        .withTimeout(PATIENCE)
                        .build());
    }

    int port() {
        return process.port();
    }

    String name() {
        return "127.0.0.1:" + port();
    }

    String url() {
        return process.url();
    }

    RedisCommands<String, String> commands() {
        return connection.sync();
    }

    void kill() {
        connection.close();
        process.kill();
    }

    /** Empty, on the same port. */
    void restart() {
        process.restart();
        connection = connect();
    }

    /** It goes on listening, and answers nobody. */
    void pause() {
        process.signal("STOP");
    }

    void resume() {
        process.signal("CONT");
    }

    @Override
    public void close() {
        connection.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        process.close();
    }
}
