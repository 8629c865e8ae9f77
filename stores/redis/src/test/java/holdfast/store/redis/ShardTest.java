package holdfast.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.model.EngineId;
import holdfast.model.Root;
import holdfast.store.Change;
import holdfast.store.Notice;
import holdfast.store.testkit.Drafts;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where keys lie. */
final class ShardTest {
    private static final List<Shard> CLUSTER =
            Shard.all(RedisAddress.parse("redis-cluster://localhost:7000"));

    @ParameterizedTest
    @ValueSource(strings = {"shop", "{", "}", "{}", "a{b}c", "}{", "a:b c", "日本語/🚀", "{0}:s"})
    void allKeysAndChannelsOfARootAreInOneSlotWhateverItsName(String name) {
        var root = new Root(name);
        RootKeys keys = Shard.of(name, CLUSTER).root(root);

        CommitCall call =
                CommitCall.commit(
                        keys, Drafts.commit(new Change.Audit(Drafts.audit("freeze"))).draft());
        call.tell("SPUBLISH", new EngineId("{engine}"), new Notice(root));

        var slots = call.keys().stream().map(SlotHash::getSlot).distinct();

        assertThat(slots).hasSize(1);
    }

    @Test
    void theShardsOfAClusterLieEvenlyOverItsSlots() {
        var parts =
                CLUSTER.stream()
                        .map(shard -> SlotHash.getSlot(shard.clock()) * 16 / SlotHash.SLOT_COUNT);

        assertThat(parts).containsExactlyElementsOf(IntStream.range(0, 16).boxed().toList());
    }

    /** Another choice would be another store: locks that are held would not be found. */
    @Test
    void whichShardARootBelongsToNeverChanges() {
        assertThat(CLUSTER)
                .extracting(Shard::prefix)
                .startsWith("holdfast:{10}:", "holdfast:{3}:", "holdfast:{61}:");
        assertThat(CLUSTER.indexOf(Shard.of("shop/production", CLUSTER))).isEqualTo(5);
        assertThat(CLUSTER.indexOf(Shard.of("ünïcödé", CLUSTER))).isEqualTo(11);
        assertThat(Shard.all(RedisAddress.parse("redis://localhost")))
                .extracting(Shard::prefix)
                .containsExactly("holdfast:{0}:");
    }
}
