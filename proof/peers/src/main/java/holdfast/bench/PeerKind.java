package holdfast.bench;

import com.google.errorprone.annotations.Immutable;

/** Everything that is compared, each with the server it needs. */
enum PeerKind {
    HOLDFAST("Holdfast", Order.FAIR, Servers::redis, HoldfastPeer::new),
    REDISSON("Redisson RLock", Order.ANY, Servers::redis, RedissonPeer::unfair),
    REDISSON_FAIR("Redisson RFairLock", Order.FAIR, Servers::redis, RedissonPeer::fair),
    SPRING("Spring RedisLockRegistry", Order.ANY, Servers::redis, SpringPeer::new),
    HAZELCAST_CP("Hazelcast CP, 3 members", Order.FAIR, Servers::threeMembers, HazelcastPeer::new),
    HAZELCAST_UNSAFE(
            "Hazelcast unsafe, 1 member", Order.FAIR, Servers::oneMember, HazelcastPeer::new),
    CURATOR("Curator on ZooKeeper", Order.FAIR, Servers::zooKeeper, CuratorPeer::new),
    ETCD("etcd", Order.FAIR, Servers::etcd, EtcdPeer::new);

    private final String title;
    private final Order order;
    private final Serving serving;
    private final Opening opening;

    /** In which order waiters get the lock. */
    enum Order {
        FAIR,
        ANY
    }

    @Immutable
    private interface Serving {
        String address(Servers servers) throws Exception;
    }

    @Immutable
    private interface Opening {
        Peer open(String address) throws Exception;
    }

    PeerKind(String title, Order order, Serving serving, Opening opening) {
        this.title = title;
        this.order = order;
        this.serving = serving;
        this.opening = opening;
    }

    String title() {
        return title;
    }

    boolean isFair() {
        return order == Order.FAIR;
    }

    boolean isOnRedis() {
        return switch (this) {
            case HOLDFAST, REDISSON, REDISSON_FAIR, SPRING -> true;
            case HAZELCAST_CP, HAZELCAST_UNSAFE, CURATOR, ETCD -> false;
        };
    }

    /** Where its server is, which is started if it does not run yet. */
    String serve(Servers servers) throws Exception {
        return serving.address(servers);
    }

    Peer open(String address) throws Exception {
        return opening.open(address);
    }
}
