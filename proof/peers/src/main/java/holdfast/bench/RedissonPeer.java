package holdfast.bench;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson's locks, kept alive by its watchdog. Its fair lock listens on a channel for each waiter, and the 250 that the defaults
 * allow make 750 of 1,000 waiters fail: so there is room for more here.
 */
final class RedissonPeer implements Peer {
    private static final int CHANNELS_A_CONNECTION = 100;

    private final PeerKind kind;
    private final RedissonClient client;

    private RedissonPeer(PeerKind kind, String url) {
        this.kind = kind;
        var config = new Config();
        config.useSingleServer()
                .setAddress(url)
                .setTimeout(30_000)
                .setSubscriptionTimeout(30_000)
                .setSubscriptionsPerConnection(CHANNELS_A_CONNECTION);
        client = Redisson.create(config);
    }

    static RedissonPeer unfair(String url) {
        return new RedissonPeer(PeerKind.REDISSON, url);
    }

    static RedissonPeer fair(String url) {
        return new RedissonPeer(PeerKind.REDISSON_FAIR, url);
    }

    @Override
    public String name() {
        return kind.title();
    }

    @Override
    public Held take(String lock) {
        RLock mine =
                kind.isFair()
                        ? client.getFairLock("redisson-fair:" + lock)
                        : client.getLock("redisson:" + lock);
        mine.lock();
        return mine::unlock;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
