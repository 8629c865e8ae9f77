package holdfast.bench;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex on one ZooKeeper, which writes each change to its log. */
final class CuratorPeer implements Peer {
    private final CuratorFramework client;
    private final Map<String, InterProcessMutex> mutexes = new ConcurrentHashMap<>();

    CuratorPeer(String address) throws InterruptedException {
        client = CuratorFrameworkFactory.newClient(address, new ExponentialBackoffRetry(100, 5));
        client.start();
        client.blockUntilConnected();
    }

    @Override
    public String name() {
        return PeerKind.CURATOR.title();
    }

    @Override
    public Held take(String lock) throws Exception {
        InterProcessMutex mine =
                mutexes.computeIfAbsent(lock, key -> new InterProcessMutex(client, "/" + key));
        mine.acquire();
        return mine::release;
    }

    @Override
    public void close() {
        client.close();
    }
}
