package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A fresh store of documents for one test, and the few steps that most tests take. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
abstract class DocumentStoreScene {
    static final DocumentKey KEY = new DocumentKey("state/shop/production");

    final DocumentStoreFixture fixture;
    final DocumentStore store;

    DocumentStoreScene(Supplier<DocumentStoreFixture> open) {
        fixture = open.get();
        store = fixture.store();
    }

    @AfterEach
    void closeTheFixture() {
        fixture.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Writes what must not conflict. */
    final DocumentVersion stored(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        return versionOf(store.put(key, expected, body));
    }

    final DocumentVersion stored(String body) {
        return stored(KEY, null, bytes(body));
    }

    static DocumentVersion versionOf(PutResult result) {
        assertThat(result).isInstanceOf(PutResult.Stored.class);
        return ((PutResult.Stored) result).version();
    }

    final Document document(DocumentKey key) {
        return store.get(key).orElseThrow(() -> new AssertionError("no document " + key));
    }

    final void assertBody(DocumentKey key, String body) {
        assertThat(document(key).body()).asString(StandardCharsets.UTF_8).isEqualTo(body);
    }
}
