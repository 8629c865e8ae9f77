package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.CommitResult;
import holdfast.store.Interest;
import holdfast.store.StoreException;
import holdfast.store.testkit.Await;
import holdfast.store.testkit.Drafts;
import holdfast.store.testkit.history.LockHistory;
import holdfast.store.testkit.history.ManyClients;
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
        return grant(store, root, told);
    }

    private static long grant(RedisLockStore store, Root root, EngineId... told) {
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
        store.listen(engine, notice -> heard.add(notice.root()));

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
    void whoWaitsForReplicasIsNotToldOfWhatTheReplicaOfItsMasterDoesNotHave() {
        Root here = rootOf(0);
        Root elsewhere = rootOf(1);
        String address = redis.address() + "?timeout=2s&replicas=1";
        try (RedisLockStore careful = RedisLockStore.open(RedisAddress.parse(address))) {
            grant(careful, here);
            grant(careful, elsewhere);
            redis.replicaOf(0).signal("STOP");

            assertThatThrownBy(() -> grant(careful, here))
                    .isInstanceOf(StoreException.OutcomeUnknown.class)
                    .hasMessageContaining("replicas");
            grant(careful, elsewhere);

            redis.replicaOf(0).signal("CONT");
            Await.until(PATIENCE, () -> isGranted(careful, here));
        }
    }

    private static boolean isGranted(RedisLockStore careful, Root root) {
        try {
            return grant(careful, root) > 0;
        } catch (StoreException e) {
            return false;
        }
    }

    /** A root whose shard a master has. */
    private static Root rootOf(int master) {
        List<Shard> shards = Shard.all(RedisAddress.parse("redis-cluster://localhost:1"));
        return ROOTS.stream()
                .filter(root -> {
                    int slot = SlotHash.getSlot(Shard.of(root.text(), shards).clock());
                    return slot * RedisCluster.MASTERS / SlotHash.SLOT_COUNT == master;
                })
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlotThatMovesToAnotherMasterIsFollowed() {
        Root root = ROOTS.getFirst();
        long before = grant(root);

        int moved = moveSlotOf(root, 0, 1);

        Await.until(PATIENCE, () -> grant(root) > before);
        assertThat(moved).isPositive();
        assertThat(store.read(root, Interest.NONE).holds().getFirst().token().value())
                .isEqualTo(before);
    }

    @Test
    void whileSlotsMoveClientsAreServedOrHearThatTheStoreIsAwayAndNothingIsLost() throws Exception {
        var plan = new ManyClients.Plan(20_261_116, 3, 4, 40);
        try (var other = RedisLockStore.open(redis.address());
                var clients = ManyClients.on(List.of(store, other), plan)) {
            LockHistory history = clients.history();
            int moved = 0;
            for (int turn = 0; !clients.areDone(); turn++) {
                for (int i = 0; i < plan.roots(); i++) {
                    moved += moveSlotOf(new Root("root-" + i), turn, turn + 1);
                }
                int before = history.answers();
                Await.until(PATIENCE, () -> clients.areDone() || history.answers() >= before + 20);
            }
            clients.whenDone();

            history.verify();
            assertThat(moved).isGreaterThan(20);
            assertThat(history.grants()).isGreaterThan(50);
            assertThat(history.unknownOutcomes()).isZero();
        }
    }

    /**
     * Moves the slot of a root while it may be in use, as {@code redis-cli --cluster reshard} does.
     *
     * @param turns how many masters further than at first the slot is, and how many it will be
     * @return how many keys were moved
     */
    private int moveSlotOf(Root root, int turns, int turnsThen) {
        Shard shard = Shard.of(root.text(), Shard.all(redis.address()));
        int slot = SlotHash.getSlot(shard.clock());
        int home = slot * 3 / SlotHash.SLOT_COUNT;
        RedisServer from = redis.masters().get((home + turns) % 3);
        RedisServer to = redis.masters().get((home + turnsThen) % 3);
        String fromId = from.ask(node -> node.clusterMyId());
        String toId = to.ask(node -> node.clusterMyId());

        to.ask(node -> node.clusterSetSlotImporting(slot, fromId));
        from.ask(node -> node.clusterSetSlotMigrating(slot, toId));
        int moved = 0;
        for (List<String> keys = keysIn(from, slot); !keys.isEmpty(); keys = keysIn(from, slot)) {
            keys.forEach(
                    key -> from.ask(node -> node.migrate("127.0.0.1", to.port(), key, 0, 5_000)));
            moved += keys.size();
        }
        to.ask(node -> node.clusterSetSlotNode(slot, toId));
        redis.masters().forEach(master -> master.ask(node -> node.clusterSetSlotNode(slot, toId)));
        return moved;
    }

    private static List<String> keysIn(RedisServer server, int slot) {
        return server.ask(node -> node.clusterGetKeysInSlot(slot, 1_000));
    }
}
