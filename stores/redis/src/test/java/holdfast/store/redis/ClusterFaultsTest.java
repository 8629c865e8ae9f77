package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.testkit.Drafts;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A cluster that changes while it is used. */
final class ClusterFaultsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<Root> ROOTS =
            IntStream.range(0, 40).mapToObj(i -> new Root("root-" + i)).toList();

    private final RedisCluster redis = new RedisCluster();
    private final RedisLockStore store = RedisLockStore.open(redis.address());

    @AfterEach
    void stop() {
        store.close();
        redis.close();
    }

    private long grant(Root root, EngineId... told) {
        var commit =
                Drafts.commit(Drafts.hold("alice").on(root.text()).shared().grant())
                        .to(root)
                        .tell(told);
        CommitResult result = store.commit(List.of(commit.draft())).getFirst();
        return ((CommitResult.Committed) result).stamp().firstNumber();
    }

    @Test
    void aMasterThatDiesIsFollowedByItsReplicaAndNoticesArriveAgain() {
        List<Long> before = ROOTS.stream().map(root -> grant(root)).toList();
        Set<Root> heard = ConcurrentHashMap.newKeySet();
        var engine = new EngineId("told");
        store.listen(engine, heard::add);

        redis.masters().getFirst().kill();

        for (int i = 0; i < ROOTS.size(); i++) {
            Root root = ROOTS.get(i);
            long old = before.get(i);
            Await.until(PATIENCE, () -> grant(root) > old);
        }
        Await.until(
                PATIENCE,
                () -> {
                    ROOTS.forEach(root -> grant(root, engine));
                    return heard.containsAll(ROOTS);
                });
    }

    @Test
    void aSlotThatMovesToAnotherMasterIsFollowed() {
        Root root = ROOTS.getFirst();
        long before = grant(root);
        Shard shard = Shard.of(root.text(), Shard.all(redis.address()));
        int slot = SlotHash.getSlot(shard.clock());
        RedisServer from = redis.masters().get(slot * 3 / SlotHash.SLOT_COUNT);
        RedisServer to = redis.masters().get((slot * 3 / SlotHash.SLOT_COUNT + 1) % 3);
        String fromId = from.ask(node -> node.clusterMyId());
        String toId = to.ask(node -> node.clusterMyId());

        to.ask(node -> node.clusterSetSlotImporting(slot, fromId));
        from.ask(node -> node.clusterSetSlotMigrating(slot, toId));
        List<String> keys = from.ask(node -> node.clusterGetKeysInSlot(slot, 1_000));
        keys.forEach(key -> from.ask(node -> node.migrate("127.0.0.1", to.port(), key, 0, 5_000)));
        redis.masters().forEach(master -> master.ask(node -> node.clusterSetSlotNode(slot, toId)));

        Await.until(PATIENCE, () -> grant(root) > before);
        assertThat(keys).isNotEmpty();
        assertThat(store.read(root, Interest.NONE).holds().getFirst().token().value())
                .isEqualTo(before);
    }
}
