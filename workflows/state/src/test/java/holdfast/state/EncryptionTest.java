package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.saved;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With keys, nothing of a state's body leaves the process in the clear. */
final class EncryptionTest {
    private static final String OLD = "2025:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    private static final String NEW = "2026:Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=";

    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private final Scene scene = new Scene(documents, with(OLD));

    private static StateSettings with(String keys) {
        return StateSettings.DEFAULT.withKeys(KeyRing.parse(keys));
    }

    @AfterEach
    void end() {
        scene.close();
    }

    private String everythingStored() {
        var all = new StringBuilder();
        for (DocumentKey key : documents.list("", null, 100)) {
            Document document = documents.get(key).orElseThrow();
            all.append(new String(document.body(), StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    @Test
    void noPartOfABodyIsStoredInTheClear() {
        scene.deploy(SHOP, shop("api", "hunter2"));
        scene.deploy(NETWORK, bytes("{\"password\":\"hunter2\"}"));

        assertThat(everythingStored()).doesNotContain("hunter2").doesNotContain("MicroService");
        assertThat(scene.text(SHOP)).contains("hunter2");
    }

    @Test
    void afterARotationOldVersionsAreReadAndNewOnesNeedTheNewKeyOnly() {
        StateVersion before = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        States rotated = scene.states(documents, with(NEW + "\n" + OLD));
        Writer writer = scene.lock(NETWORK.text());

        assertThat(rotated.read(before)).isEqualTo(bytes("{\"serial\":1}"));
        saved(
                rotated.save(
                        NETWORK,
                        SaveRequest.of(writer, SaveRequest.Base.of(before)),
                        bytes("{\"serial\":2}")));

        States newOnly = scene.states(documents, with(NEW));
        assertThat(newOnly.load(NETWORK).orElseThrow().body()).isEqualTo(bytes("{\"serial\":2}"));
        assertThatThrownBy(() -> newOnly.read(before))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("'2025'");
    }

    @Test
    void whatWasStoredBeforeThereWereKeysIsRead() {
        States plain = scene.states(documents, StateSettings.DEFAULT);
        Writer writer = scene.lock(NETWORK.text());
        plain.save(NETWORK, SaveRequest.of(writer, new SaveRequest.Base.Nothing()), bytes("{}"));

        assertThat(scene.text(NETWORK)).isEqualTo("{}");
    }

    @Test
    void aBodyThatWasExchangedForAnotherIsFoundOut() {
        StateVersion one = scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        StateVersion two = scene.deploy(NETWORK, bytes("{\"serial\":2}"));
        Document first = documents.get(new DocumentKey(one.body().key())).orElseThrow();
        Document second = documents.get(new DocumentKey(two.body().key())).orElseThrow();
        documents.put(second.key(), second.version(), first.body());

        assertThatThrownBy(() -> scene.states.load(NETWORK))
                .isInstanceOf(StoreException.Corrupted.class)
                .hasMessageContaining("changed after it was encrypted");
    }

    @Test
    void aKeyThatIsNotTheOneOfItsNameIsToldBeforeAnythingIsRestored() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        States withAnother =
                scene.states(documents, with("2025:Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA="));

        assertThatThrownBy(() -> withAnother.load(NETWORK))
                .hasMessageContaining("the key '2025' that was given is not the one of that name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret", "k:c2hvcnQ=", "k:???", OLD + "\n" + OLD})
    void keysThatAreNoneAreRefusedWithoutRepeatingThem(String text) {
        assertThatThrownBy(() -> KeyRing.parse(text))
                .isInstanceOf(InvalidRequestException.class)
                .satisfies(e ->
                        assertThat(e.getMessage())
                                .doesNotContain("c2hvcnQ")
                                .doesNotContain("AAEC"));
    }

    private SaveOutcome saveBy(StateSettings settings, StateName name, byte[] body) {
        Writer writer = scene.lock(name.text());
        try {
            return scene.states(documents, settings)
                    .save(name, SaveRequest.of(writer, new SaveRequest.Base.Anything()), body);
        } finally {
            scene.release(writer, name);
        }
    }

    @Test
    void nothingIsSavedInTheClearOverWhatIsEncryptedUnlessThatIsSaid() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        scene.deploy(SHOP, shop("api", "one"));

        assertThatThrownBy(
                        () -> saveBy(StateSettings.DEFAULT, NETWORK, bytes("{\"p\":\"hunter2\"}")))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("'2025'")
                .hasMessageContaining("HOLDFAST_STATE_KEYS");
        assertThatThrownBy(() -> saveBy(StateSettings.DEFAULT, SHOP, shop("api", "hunter2")))
                .isInstanceOf(StoreException.Incompatible.class);
        assertThat(everythingStored()).doesNotContain("hunter2");
        assertThat(scene.text(NETWORK)).isEqualTo("{\"serial\":1}");

        saved(saveBy(with("plain\n" + OLD), NETWORK, bytes("{\"p\":\"said\"}")));
        assertThat(everythingStored()).contains("said");
        saved(saveBy(StateSettings.DEFAULT, NETWORK, bytes("{\"p\":\"again\"}")));
    }

    @Test
    void nothingIsSavedInTheClearWhereWhatWasRemovedWasEncrypted() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        Writer writer = scene.lock(NETWORK.text());
        saved(scene.states.remove(NETWORK, writer));
        scene.release(writer, NETWORK);

        assertThatThrownBy(
                        () -> saveBy(StateSettings.DEFAULT, NETWORK, bytes("{\"p\":\"hunter2\"}")))
                .isInstanceOf(StoreException.Incompatible.class)
                .hasMessageContaining("'2025'");
        assertThat(everythingStored()).doesNotContain("hunter2");

        saved(saveBy(with("plain\n" + OLD), NETWORK, bytes("{\"p\":\"said\"}")));
    }

    private void assertNoOrphanInTheClear() {
        var note = new OrphanNote("a run", "alice", "its lock was lost");
        var body = new ByteArrayInputStream(bytes("{\"p\":\"hunter2\"}"));

        assertThatThrownBy(() ->
                        scene.states(documents, StateSettings.DEFAULT)
                                .keepOrphan(NETWORK, note, body))
                .isInstanceOf(StoreException.Incompatible.class);
        assertThat(everythingStored()).doesNotContain("hunter2");
    }

    @Test
    void noOrphanIsKeptInTheClearWhereTheStateIsEncrypted() {
        scene.deploy(NETWORK, bytes("{\"serial\":1}"));
        assertNoOrphanInTheClear();

        Document pointer = documents.get(Pointers.key(NETWORK)).orElseThrow();
        documents.put(pointer.key(), pointer.version(), bytes("{"));
        assertNoOrphanInTheClear();

        scene.lose(PointerCopy.key(NETWORK));
        assertNoOrphanInTheClear();
    }

    @Test
    void aVersionTellsWhichKeyItNeeds() {
        StateVersion version = scene.deploy(NETWORK, bytes("{\"serial\":1}"));

        assertThat(version.facts()).containsEntry("key", "2025");
        assertThat(scene.states.backup(NETWORK, "me").orElseThrow().facts())
                .containsEntry("key", "2025");
    }
}
