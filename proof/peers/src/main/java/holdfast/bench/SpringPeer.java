package holdfast.bench;

import java.net.URI;
import java.util.concurrent.locks.Lock;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's registry, woken by channels: its default looks every 100 ms. Its locks expire and are not renewed. */
final class SpringPeer implements Peer {
    private static final long EXPIRES_MILLIS = 60_000;

    private final LettuceConnectionFactory connections;
    private final RedisLockRegistry registry;

    SpringPeer(String url) {
        URI server = URI.create(url);
        connections =
                new LettuceConnectionFactory(
                        new RedisStandaloneConfiguration(server.getHost(), server.getPort()));
        connections.afterPropertiesSet();
        connections.start();
        registry = new RedisLockRegistry(connections, "spring", EXPIRES_MILLIS);
        registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
    }

    @Override
    public String name() {
        return PeerKind.SPRING.title();
    }

    @Override
    public Held take(String lock) {
        Lock mine = registry.obtain(lock);
        mine.lock();
        return mine::unlock;
    }

    @Override
    public void close() {
        registry.destroy();
        connections.destroy();
    }
}
