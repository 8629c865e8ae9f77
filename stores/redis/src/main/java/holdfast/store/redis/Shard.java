package holdfast.store.redis;

import holdfast.model.EngineId;
import holdfast.model.Root;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A part of the store whose keys all lie in one hash slot, so that one script may change a root and everything that leads to it.
 * One server has one shard; a cluster has {@value #OF_A_CLUSTER}, evenly over its slots.
 *
 * @param prefix of all its keys, with the hash tag
 */
record Shard(String prefix) {
    static final int OF_A_CLUSTER = 16;
    private static final int SLOTS_EACH = SlotHash.SLOT_COUNT / OF_A_CLUSTER;

    static List<Shard> all(RedisAddress address) {
        String prefix = address.settings().keyPrefix();
        if (address.topology() != RedisAddress.Topology.CLUSTER) {
            return List.of(new Shard(prefix + "{0}:"));
        }
        var shards = new ArrayList<Shard>();
        for (int part = 0; part < OF_A_CLUSTER; part++) {
            shards.add(new Shard(prefix + "{" + tag(part) + "}:"));
        }
        return List.copyOf(shards);
    }

    /** The first number whose slot is in this part of the slots. */
    private static String tag(int part) {
        int number = 0;
        while (SlotHash.getSlot(Integer.toString(number)) / SLOTS_EACH != part) {
            number++;
        }
        return Integer.toString(number);
    }

    /** The same for everybody, for ever: another choice would be another store. */
    static Shard of(String name, List<Shard> shards) {
        if (shards.size() == 1) {
            return shards.getFirst();
        }
        var sum = new CRC32();
        sum.update(name.getBytes(StandardCharsets.UTF_8));
        return shards.get((int) (sum.getValue() % shards.size()));
    }

    /** Its clock, what its engines agreed on, and the mark that it is ours. */
    String clock() {
        return prefix + "s";
    }

    /**
     * Sorted by their bytes: {@code hROOT} for a root that may be held, {@code wROOT} for one with waiters,
     * {@code oOWNER\nROOT\nNUMBER} for each waiter of an owner, and for each of its holds in a root that was waited for.
     */
    String index() {
        return prefix + "i";
    }

    /** A hash: by the id of each hold's lock, where the state of its root is. */
    String locks() {
        return prefix + "l";
    }

    /** Roots by a lower bound of when something in them ends. */
    String ends() {
        return prefix + "d";
    }

    /** Where it is tried out what the user may do. */
    String trial() {
        return prefix + "t";
    }

    String trialChannel() {
        return prefix + "to:";
    }

    String trail() {
        return prefix + "a";
    }

    String freezes() {
        return prefix + "f";
    }

    String documents() {
        return prefix + "docs";
    }

    String documentVersions() {
        return prefix + "docv";
    }

    String document(String key) {
        return prefix + "doc:" + key;
    }

    String channel(EngineId engine) {
        return prefix + "to:" + engine.text();
    }

    RootKeys root(Root root) {
        return new RootKeys(this, root);
    }

    /** The root whose state is kept under a key. */
    Root rootOf(String state) {
        String start = root(new Root("x")).state();
        return new Root(state.substring(start.length() - 1));
    }
}
