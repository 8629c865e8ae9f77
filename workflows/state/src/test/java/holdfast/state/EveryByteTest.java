package holdfast.state;

import static holdfast.state.Scene.NETWORK;
import static holdfast.state.Scene.SHOP;
import static holdfast.state.Scene.bytes;
import static holdfast.state.Scene.shop;
import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryDocumentStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each byte of each file of a state is changed, and each file is cut at many places: what is loaded is what was saved, or it is said
 * that something is damaged; and the history tells no more and no less than what it told.
 */
final class EveryByteTest {
    private static final int[] BITS = {0x01, 0x20, 0x80};
    private static final int CUT_EVERY = 16;
    private static final String KEY = "2026:Hx4dHBsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=";

    @ParameterizedTest
    @ValueSource(strings = {"", KEY})
    void ofAStateOfTerraform(String keys) {
        spoil(keys, NETWORK, bytes("{\"serial\":1}"), bytes("{\"serial\":2}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", KEY})
    void ofAStack(String keys) {
        spoil(keys, SHOP, shop("api", "one"), shop("api", "two"));
    }

    private static void spoil(String keys, StateName name, byte[] first, byte[] second) {
        StateSettings settings = StateSettings.DEFAULT.withKeys(KeyRing.parse(keys));
        var documents = new MemoryDocumentStore();
        try (var scene = new Scene(documents, settings)) {
            scene.deploy(name, first);
            scene.deploy(name, second);
            String saved = scene.text(name);
            List<StateVersion> history = scene.states.history(name, 10);
            for (DocumentKey key : documents.list(name.folder(), null, 100)) {
                if (!keys.isEmpty() && isInTheClear(key)) {
                    continue;
                }
                byte[] whole = documents.get(key).orElseThrow().body();
                for (byte[] broken : broken(whole)) {
                    put(documents, key, broken);
                    String where = key + ": " + Arrays.mismatch(whole, broken);
                    assertThat(loaded(scene, name)).as(where).isIn(saved, null);
                    if (isInTheClear(key)) {
                        assertTold(scene, name, history, where);
                    }
                }
                put(documents, key, whole);
            }
        }
    }

    /** With keys it is as without. */
    private static boolean isInTheClear(DocumentKey key) {
        return key.text().contains("/records/") || key.text().endsWith("/pointer.json");
    }

    private static List<byte[]> broken(byte[] whole) {
        var all = new ArrayList<byte[]>();
        for (int i = 0; i < whole.length; i++) {
            byte[] changed = whole.clone();
            changed[i] ^= (byte) BITS[i % BITS.length];
            all.add(changed);
            if (i % CUT_EVERY == 0 || i == whole.length - 1) {
                all.add(Arrays.copyOf(whole, i));
            }
        }
        return all;
    }

    private static void put(MemoryDocumentStore documents, DocumentKey key, byte[] body) {
        documents.put(key, documents.get(key).map(Document::version).orElseThrow(), body);
    }

    /** Null if it is damaged. */
    private static @Nullable String loaded(Scene scene, StateName name) {
        try {
            return scene.text(name);
        } catch (StoreException.Corrupted | StoreException.Incompatible e) {
            assertThat(e.getMessage()).isNotBlank();
            return null;
        }
    }

    private static void assertTold(
            Scene scene, StateName name, List<StateVersion> history, String where) {
        StateHistory found = scene.states.lookBack(name, 10);
        assertThat(history).as(where).containsAll(found.versions());
        if (found.damage().isEmpty()) {
            assertThat(found.versions()).as(where).isEqualTo(history);
        }
    }
}
