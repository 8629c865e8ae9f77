package holdfast.bench;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** etcd's lock service. A lock belongs to a lease, so each waiter needs one of its own; they are made once and used again. */
final class EtcdPeer implements Peer {
    private static final long LEASE_SECONDS = 3_600;

    private final Client client;
    private final Queue<Long> unused = new ConcurrentLinkedQueue<>();

    EtcdPeer(String url) {
        client = Client.builder().endpoints(url).build();
    }

    @Override
    public String name() {
        return PeerKind.ETCD.title();
    }

    @Override
    public Held take(String lock) throws Exception {
        Long spare = unused.poll();
        long lease =
                spare == null ? client.getLeaseClient().grant(LEASE_SECONDS).get().getID() : spare;
        var name = ByteSequence.from(lock, StandardCharsets.UTF_8);
        ByteSequence key = client.getLockClient().lock(name, lease).get().getKey();
        return () -> {
            client.getLockClient().unlock(key).get();
            unused.add(lease);
        };
    }

    @Override
    public void close() {
        client.close();
    }
}
