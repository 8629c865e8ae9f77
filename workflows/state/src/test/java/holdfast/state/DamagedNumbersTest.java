package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents that are whole JSON, and say what nobody can use. Written without a checksum, as by an earlier version or by hand. */
final class DamagedNumbersTest {
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    private void spoil(DocumentKey key, String what, String instead) {
        Document there = documents.get(key).orElseThrow();
        var members = new LinkedHashMap<>(JsonTree.object(there.body()));
        members.remove("check");
        String text = new String(JsonTree.pretty(members), StandardCharsets.UTF_8);
        assertThat(text).containsPattern(what);
        scene.overwrite(key, Scene.bytes(text.replaceFirst(what, instead)));
    }

    @ParameterizedTest
    @CsvSource({
        "\"parts\": 1, \"parts\": 99999999999",
        "\"number\": 1, \"number\": 99999999999999999999",
        "\"token\": \\d+, \"token\": -1",
        "\"at\": \"[^\"]+\", \"at\": \"yesterday\""
    })
    void aCopyWithAnOddValueDoesNotCostTheBodyOfTheCurrentVersion(String what, String instead) {
        scene.deployNetwork(1, "one");
        spoil(PointerCopy.key(NETWORK), what, instead);
        scene.deployNetwork(2, "two");
        assertThat(scene.text(NETWORK)).contains("two");
        assertThat(new PointerCopy(documents).read(NETWORK).orElseThrow().number()).isEqualTo(2);
    }

    @Test
    void aRecordWithAnOddNumberHidesOnlyItself() {
        StateVersion one = scene.deployNetwork(1, "one");
        scene.deployNetwork(2, "two");
        scene.deployNetwork(3, "three");
        spoil(
                new DocumentKey(Shelf.HISTORY.recordsFolder(NETWORK) + one.id() + ".json"),
                "\"parts\": 1",
                "\"parts\": 99999999999");
        assertThat(scene.states.history(NETWORK, 10)).hasSize(2);
    }

    @Test
    void aPointerWithAnOddNumberIsToldAsDamageWithTheLastGoodVersion() {
        StateVersion one = scene.deployNetwork(1, "one");
        spoil(Pointers.key(NETWORK), "\"parts\": 1", "\"parts\": 99999999999");
        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("--to " + one.id());
    }

    @Test
    void whatTheStoreDoesNotTellOfAWriteIsNoReasonToTakeTheBodyAway() {
        scene.deployNetwork(1, "one");
        Writer writer = scene.lock(NETWORK.text());
        scene.states.stamp(NETWORK, writer);
        var store =
                new InterposedStore(documents)
                        .failingAfter(
                                Pointers.key(NETWORK), new IllegalStateException("a mistake"));
        var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        StateVersion two =
                Scene.saved(
                        scene.states(store, StateSettings.DEFAULT)
                                .save(NETWORK, request, Scene.network(2, "two")));
        assertThat(two.number()).isEqualTo(2);
        assertThat(scene.text(NETWORK)).contains("two");
    }
}
