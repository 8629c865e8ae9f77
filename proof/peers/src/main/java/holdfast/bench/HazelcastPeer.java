package holdfast.bench;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.lock.FencedLock;

/** A FencedLock through a client, so that it crosses a socket as all others do. The address is {@code cluster@host:port,...}. */
final class HazelcastPeer implements Peer {
    private final String name;
    private final HazelcastInstance client;

    HazelcastPeer(String address) {
        String cluster = address.substring(0, address.indexOf('@'));
        name =
                (cluster.equals("peers-cp") ? PeerKind.HAZELCAST_CP : PeerKind.HAZELCAST_UNSAFE)
                        .title();
        var config = new ClientConfig().setClusterName(cluster);
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.getNetworkConfig().addAddress(address.substring(cluster.length() + 1).split(","));
        client = HazelcastClient.newHazelcastClient(config);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Held take(String lock) {
        FencedLock mine = client.getCPSubsystem().getLock(lock);
        mine.lock();
        return mine::unlock;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
