package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Files that are whole, but lie where others belong, and those that are not there. */
final class MisplacedTest {
    private static final StateName OTHER = StateName.terraform("other");
    private static final StateName STAGING = StateName.stack("shop", "staging");

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents);

    @AfterEach
    void end() {
        scene.close();
    }

    private static DocumentKey record(StateName name, StateVersion version) {
        return name.key("records/history/" + version.id() + ".json");
    }

    private byte[] body(DocumentKey key) {
        return documents.get(key).orElseThrow().body();
    }

    private void put(DocumentKey key, byte[] body) {
        documents.put(key, documents.get(key).map(Document::version).orElse(null), body);
    }

    private void remove(DocumentKey key) {
        documents.delete(key, documents.get(key).orElseThrow().version());
    }

    private SaveOutcome restore(StateName name, StateVersion version) {
        return scene.states.restore(
                name, scene.lock(name.text()), new RestorePoint.OfVersion(version.id()));
    }

    @Test
    void thePointerOfAnotherStateIsDamageAndTheStateComesBack() {
        scene.deploy(NETWORK, bytes("{\"a\":1}"));
        StateVersion good = scene.deploy(NETWORK, bytes("{\"a\":2}"));
        scene.deploy(OTHER, bytes("{\"b\":1}"));
        put(Pointers.key(NETWORK), body(Pointers.key(OTHER)));

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("it is that of 'terraform:other'")
                .hasMessageContaining("last good version is " + good.id());
        saved(restore(NETWORK, good));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":2}");
    }

    @Test
    void thePointerOfAnotherStackIsDamageAlsoAsACopy() {
        StateVersion good = scene.deploy(SHOP, shop("api", "one"));
        scene.deploy(STAGING, shop("web", "two"));
        put(Pointers.key(SHOP), body(Pointers.key(STAGING)));
        put(PointerCopy.key(SHOP), body(Pointers.key(STAGING)));

        assertThatThrownBy(() -> scene.states.load(SHOP))
                .hasMessageContaining("it is that of 'shop/staging'")
                .hasMessageContaining("last good version is " + good.id());
        saved(restore(SHOP, good));
        assertThat(scene.text(SHOP)).contains("one");
    }

    /** Else a late writer would pass whose token is above the one that was changed. */
    @Test
    void aPointerInWhichSomebodyChangedAStampIsDamage() {
        StateVersion good = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        String pointer = new String(body(Pointers.key(NETWORK)), StandardCharsets.UTF_8);
        put(
                Pointers.key(NETWORK),
                bytes(pointer.replace("\"token\": " + good.token(), "\"token\": 1")));

        assertThatThrownBy(() -> scene.states.stamp(NETWORK, scene.lock(NETWORK.text())))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("it was changed after it was written")
                .hasMessageContaining("holdfast state restore " + NETWORK + " --to " + good.id());
    }

    @Test
    void anEarlierPointerThatDoesNotTellItsCheckIsTaken() {
        scene.deploy(NETWORK, bytes("{\"a\":1}"));
        String pointer = new String(body(Pointers.key(NETWORK)), StandardCharsets.UTF_8);
        String earlier = pointer.replaceFirst(",\\s*\"check\": \"[^\"]*\"", "");
        assertThat(earlier).isNotEqualTo(pointer);
        put(Pointers.key(NETWORK), bytes(earlier));

        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":1}");
    }

    @Test
    void twoRecordsInEachOthersPlaceAreToldAndNeitherIsTakenForTheOther() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        StateVersion second = scene.deploy(NETWORK, bytes("{\"a\":2}"));
        scene.deploy(NETWORK, bytes("{\"a\":3}"));
        byte[] kept = body(record(NETWORK, first));
        put(record(NETWORK, first), body(record(NETWORK, second)));
        put(record(NETWORK, second), kept);

        assertThatThrownBy(() -> restore(NETWORK, second))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("'" + record(NETWORK, second) + "' is that of " + first.id());
        assertThat(scene.states.lookBack(NETWORK, 10).damage())
                .anySatisfy(damage -> assertThat(damage).contains(second.id()));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":3}");
    }

    @Test
    void aRecordOfAnotherStateIsNoneOfThis() {
        scene.deploy(NETWORK, bytes("{\"a\":1}"));
        StateVersion foreign = scene.deploy(OTHER, bytes("{\"b\":1}"));
        put(record(NETWORK, foreign), body(record(OTHER, foreign)));

        assertThatThrownBy(() -> restore(NETWORK, foreign))
                .hasMessageContaining("is that of another state");
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":1}");
    }

    @Test
    void aVersionWhoseRecordIsLostIsToldWithItsBodyAndHowToSaveThat() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        scene.deploy(NETWORK, bytes("{\"a\":2}"));
        remove(record(NETWORK, first));

        assertThatThrownBy(() -> restore(NETWORK, first))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("'" + record(NETWORK, first) + "' is missing")
                .hasMessageContaining("'" + first.body().key() + "'")
                .hasMessageContaining("holdfast state push " + NETWORK);
    }

    @Test
    void theCurrentVersionNeedsNoRecordToBeRestored() {
        StateVersion only = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        remove(record(NETWORK, only));

        assertThat(scene.states.version(NETWORK, only.id())).isEqualTo(only);
        saved(restore(NETWORK, only));
    }

    @Test
    void aVersionThatIsDamagedIsNotRestoredAndItIsSaidWhereTheOthersAre() {
        StateVersion first = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        scene.deploy(NETWORK, bytes("{\"a\":2}"));
        put(new DocumentKey(first.body().key()), bytes("{"));

        assertThatThrownBy(() -> restore(NETWORK, first))
                .hasMessageContaining("nothing was changed")
                .hasMessageContaining("holdfast state history " + NETWORK);
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":2}");
    }

    @Test
    void whereNoVersionIsWholeABackupIsNamedAndComesBack() {
        StateVersion only = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        StateVersion backup = scene.states.backup(NETWORK, "alice").orElseThrow();
        remove(new DocumentKey(only.body().key()));

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .hasMessageContaining("--to " + backup.id());
        saved(restore(NETWORK, backup));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":1}");
    }

    @Test
    void whereNothingIsWholeTheStateCanBeSavedAnew() {
        StateVersion only = scene.deploy(NETWORK, bytes("{\"a\":1}"));
        remove(new DocumentKey(only.body().key()));

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .hasMessageContaining("No version of it is whole")
                .hasMessageContaining("from a copy of the store")
                .hasMessageContaining("holdfast state push " + NETWORK);
        Writer writer = scene.lock(NETWORK.text());
        saved(
                scene.states.save(
                        NETWORK,
                        SaveRequest.of(writer, new SaveRequest.Base.Anything()),
                        bytes("{\"a\":2}")));
        assertThat(scene.text(NETWORK)).isEqualTo("{\"a\":2}");
    }
}
