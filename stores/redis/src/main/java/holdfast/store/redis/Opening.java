package holdfast.store.redis;

import holdfast.store.StoreException;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.output.ValueOutput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must be true of the servers before locks are trusted to them. */
final class Opening {
    private static final Logger LOG = LoggerFactory.getLogger(Opening.class);
    private static final String FORMAT = "3";

    /** Freezes are judged by two clocks, and a list of them is good for a second. */
    private static final long SKEW_MICROS_MAX = 500_000;

    private final RedisLink<String> link;

    private Opening(RedisLink<String> link) {
        this.link = link;
    }

    static void check(RedisLink<String> link, Scripts scripts) {
        var opening = new Opening(link);
        opening.checkServers();
        opening.checkShards(scripts);
    }

    private void checkServers() {
        List<Long> clocks = new ArrayList<>();
        for (var server : servers()) {
            checkServer(facts(link.look(server.info())));
            List<String> time = link.look(server.time());
            clocks.add(Long.parseLong(time.get(0)) * 1_000_000 + Long.parseLong(time.get(1)));
        }
        long skew =
                clocks.stream().mapToLong(Long::longValue).max().orElse(0)
                        - clocks.stream().mapToLong(Long::longValue).min().orElse(0);
        if (skew > SKEW_MICROS_MAX) {
            LOG.warn(
                    "the clocks of the masters of {} differ by {} ms: keep them in step, or a freeze comes late",
                    link.address(),
                    skew / 1_000);
        }
    }

    private List<RedisClusterAsyncCommands<String, String>> servers() {
        if (link.connection() instanceof StatefulRedisClusterConnection<String, String> cluster) {
            return cluster.getPartitions().stream()
                    .filter(node -> node.is(RedisClusterNode.NodeFlag.UPSTREAM))
                    .<RedisClusterAsyncCommands<String, String>>map(
                            node -> cluster.getConnection(node.getNodeId()).async())
                    .toList();
        }
        return List.of(link.commands());
    }

    private static Map<String, String> facts(String info) {
        var facts = new LinkedHashMap<String, String>();
        info.lines()
                .filter(line -> line.contains(":"))
                .forEach(line -> {
                    int colon = line.indexOf(':');
                    facts.put(line.substring(0, colon), line.substring(colon + 1).strip());
                });
        return facts;
    }

    private void checkServer(Map<String, String> facts) {
        String mode = facts.getOrDefault("redis_mode", "standalone");
        boolean clusterWanted = link.address().topology() == RedisAddress.Topology.CLUSTER;
        if (mode.equals("cluster") && !clusterWanted) {
            throw unfit("is a node of a cluster: use redis-cluster://");
        }
        if (mode.equals("sentinel")) {
            throw unfit("is a Sentinel: use redis-sentinel://HOST:PORT?master=NAME");
        }
        if (Objects.equals(facts.get("role"), "slave")) {
            throw new StoreException.Unavailable(
                    link.address() + " is a replica: name the master, or use redis-sentinel://",
                    null);
        }
        checkMemory(facts);
    }

    private void checkMemory(Map<String, String> facts) {
        String policy = facts.getOrDefault("maxmemory_policy", "noeviction");
        if (policy.equals("noeviction")) {
            return;
        }
        if (link.address().settings().eviction() == RedisSettings.Eviction.REFUSED) {
            throw unfit(
                    "may evict keys when it is short of memory (maxmemory-policy "
                            + policy
                            + "), and locks with them: run CONFIG SET maxmemory-policy noeviction,"
                            + " or add ?evicting=accept to run anyway");
        }
        LOG.warn(
                "{} may evict locks (maxmemory-policy {}), and was told to run anyway",
                link.address(),
                policy);
    }

    private StoreException unfit(String what) {
        return new StoreException.Incompatible(link.address() + " " + what);
    }

    private void checkShards(Scripts scripts) {
        var answers =
                link.shards().stream()
                        .map(shard ->
                                link.<String>run(
                                        scripts.open,
                                        ValueOutput::new,
                                        List.of(shard.clock(), shard.trial(), shard.trialChannel()),
                                        new String[] {link.publish()}))
                        .toList();
        for (var answer : answers) {
            checkFormat(link.look(answer));
        }
    }

    private void checkFormat(String format) {
        if (format.equals("none")) {
            throw new StoreException.Corrupted(
                    "the keys under '"
                            + link.address().settings().keyPrefix()
                            + "' in "
                            + link.address()
                            + " belong to something else: choose another prefix by ?prefix=",
                    null);
        }
        if (!format.equals(FORMAT)) {
            throw unfit(
                    "holds locks of format "
                            + format
                            + ", and this version of Holdfast knows "
                            + FORMAT
                            + ": use the version that wrote them");
        }
    }
}
