package holdfast.bench;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.test.TestingServer;

/** The servers of all contenders, on loopback: Redis and etcd are processes, Hazelcast and ZooKeeper run in this one. */
final class Servers implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";

    private final Scratch scratch;
    private final BenchRedis redis;
    private final Deque<AutoCloseable> running = new ArrayDeque<>();

    Servers() throws IOException {
        scratch = new Scratch();
        running.push(scratch);
        redis = new BenchRedis(scratch);
        running.push(redis);
    }

    String redis() {
        return redis.url();
    }

    BenchRedis redisItself() {
        return redis;
    }

    Scratch scratch() {
        return scratch;
    }

    /** The CP subsystem proper: Raft among three members, which all run here. */
    String threeMembers() throws Exception {
        List<HazelcastInstance> members = hazelcast("peers-cp", 3);
        for (HazelcastInstance member : members) {
            var management = member.getCPSubsystem().getCPSubsystemManagementService();
            if (!management.awaitUntilDiscoveryCompleted(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the CP subsystem did not form");
            }
        }
        return "peers-cp@" + addresses(members);
    }

    /** Without CP members the same lock runs on one member without consensus. */
    String oneMember() throws Exception {
        return "peers-unsafe@" + addresses(hazelcast("peers-unsafe", 1));
    }

    private List<HazelcastInstance> hazelcast(String cluster, int count) throws IOException {
        List<Integer> ports = freePorts(count);
        List<HazelcastInstance> members = new ArrayList<>();
        for (int port : ports) {
            var config = new Config().setClusterName(cluster);
            config.setProperty("hazelcast.logging.type", "slf4j")
                    .setProperty("hazelcast.phone.home.enabled", "false")
                    .setProperty("hazelcast.socket.bind.any", "false");
            var network = config.getNetworkConfig().setPort(port).setPortAutoIncrement(false);
            network.getInterfaces().setEnabled(true).addInterface(LOOPBACK);
            network.getJoin().getAutoDetectionConfig().setEnabled(false);
            network.getJoin().getMulticastConfig().setEnabled(false);
            var known = network.getJoin().getTcpIpConfig().setEnabled(true);
            ports.forEach(other -> known.addMember(LOOPBACK + ":" + other));
            config.getCPSubsystemConfig().setCPMemberCount(count >= 3 ? count : 0);
            HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
            members.add(member);
            running.push(() -> member.getLifecycleService().terminate());
        }
        return members;
    }

    private static String addresses(List<HazelcastInstance> members) {
        return members.stream()
                .map(member ->
                        LOOPBACK
                                + ":"
                                + member.getCluster().getLocalMember().getAddress().getPort())
                .collect(Collectors.joining(","));
    }

    String zooKeeper() throws Exception {
        var folder = Files.createDirectories(scratch.file("zookeeper")).toFile();
        var server = new TestingServer(freePorts(1).getFirst(), folder, true);
        running.push(server);
        return server.getConnectString();
    }

    String etcd() throws Exception {
        var server = new EtcdServer(scratch.file("etcd"), freePorts(2));
        running.push(server);
        return server.url();
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable server : running) {
            server.close();
        }
    }
}
