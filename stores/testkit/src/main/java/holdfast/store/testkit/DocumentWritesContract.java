package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.model.InvalidRequestException;
import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.util.HashSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Documents are written and deleted under the version they replace. */
abstract class DocumentWritesContract extends DocumentStoreScene {
    private static final DocumentVersion UNHEARD_OF = new DocumentVersion("unheard-of");

    DocumentWritesContract(Supplier<DocumentStoreFixture> open) {
        super(open);
    }

    @Test
    void thereIsNoDocumentBeforeItIsWritten() {
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test
    void aDocumentIsWrittenWhereThereIsNone() {
        DocumentVersion version = stored("one");

        assertThat(store.get(KEY)).contains(new Document(KEY, version, bytes("one")));
    }

    @Test
    void aDocumentThatIsThereIsNotWrittenAsIfThereWereNone() {
        DocumentVersion version = stored("one");

        assertThat(store.put(KEY, null, bytes("two"))).isEqualTo(new PutResult.Conflict(version));
        assertBody(KEY, "one");
    }

    @Test
    void aDocumentIsReplacedUnderItsVersion() {
        DocumentVersion first = stored("one");

        DocumentVersion second = stored(KEY, first, bytes("two"));

        assertThat(store.get(KEY)).contains(new Document(KEY, second, bytes("two")));
    }

    @Test
    void aDocumentIsNotReplacedUnderAnotherVersion() {
        DocumentVersion first = stored("one");
        DocumentVersion second = stored(KEY, first, bytes("two"));

        assertThat(store.put(KEY, first, bytes("three"))).isEqualTo(new PutResult.Conflict(second));
        assertThat(store.put(KEY, UNHEARD_OF, bytes("three")))
                .isEqualTo(new PutResult.Conflict(second));
        assertThat(store.get(KEY)).contains(new Document(KEY, second, bytes("two")));
    }

    @Test
    void whereThereIsNoDocumentNoneIsReplaced() {
        assertThat(store.put(KEY, UNHEARD_OF, bytes("one")))
                .isEqualTo(new PutResult.Conflict(null));
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test
    void aDocumentIsDeletedUnderItsVersion() {
        DocumentVersion version = stored("one");

        assertThat(store.delete(KEY, version)).isEqualTo(new PutResult.Stored(version));
        assertThat(store.get(KEY)).isEmpty();
        assertThat(store.list("", null, 10)).isEmpty();
    }

    @Test
    void aDocumentIsNotDeletedUnderAnotherVersion() {
        DocumentVersion first = stored("one");
        DocumentVersion second = stored(KEY, first, bytes("two"));

        assertThat(store.delete(KEY, first)).isEqualTo(new PutResult.Conflict(second));
        assertBody(KEY, "two");
    }

    @Test
    void whereThereIsNoDocumentNoneIsDeleted() {
        assertThat(store.delete(KEY, UNHEARD_OF)).isEqualTo(new PutResult.Conflict(null));
    }

    @Test
    void aDeletedDocumentMayBeWrittenAgain() {
        store.delete(KEY, stored("one"));

        stored("two");

        assertBody(KEY, "two");
    }

    @Test
    void everyStoredVersionIsNew() {
        var versions = new HashSet<DocumentVersion>();
        DocumentVersion version = stored("the same");
        versions.add(version);
        for (int i = 0; i < 5; i++) {
            version = stored(KEY, version, bytes("the same"));
            assertThat(versions.add(version)).isTrue();
            store.delete(KEY, version);
            version = stored("the same");
            assertThat(versions.add(version)).isTrue();
        }
    }

    @Test
    void aVersionFromBeforeADeletionMatchesNothingAfterIt() {
        DocumentVersion before = stored("the same");
        store.delete(KEY, before);
        DocumentVersion after = stored("the same");

        assertThat(store.put(KEY, before, bytes("late"))).isEqualTo(new PutResult.Conflict(after));
    }

    @Test
    void documentsUnderDifferentKeysAreIndependent() {
        var other = new DocumentKey("state/shop/production2");
        DocumentVersion version = stored("one");
        stored(other, null, bytes("other"));

        store.delete(KEY, version);

        assertBody(other, "other");
    }

    @Test
    void aDocumentAndOnesBelowItLiveSideBySide() {
        var above = new DocumentKey("state/shop");
        stored("below");
        DocumentVersion version = stored(above, null, bytes("above"));
        assertBody(KEY, "below");
        assertBody(above, "above");

        store.delete(above, version);
        assertBody(KEY, "below");
    }

    @Test
    void aBodyMayBeEmptyAndHaveAnyBytes() {
        var all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        DocumentVersion version = stored(KEY, null, all);
        assertThat(document(KEY).body()).isEqualTo(all);

        stored(KEY, version, new byte[0]);
        assertThat(document(KEY).body()).isEmpty();
    }

    @Test
    void aBodyIsNotSharedWithTheStore() {
        byte[] body = bytes("one");
        stored(KEY, null, body);
        body[0] = 'x';
        assertBody(KEY, "one");

        document(KEY).body()[0] = 'x';
        assertBody(KEY, "one");
    }

    @Test
    void theLargestBodyIsTaken() {
        var largest = new byte[DocumentStore.BODY_BYTES_MAX];
        largest[largest.length - 1] = 7;

        stored(KEY, null, largest);

        assertThat(document(KEY).body()).isEqualTo(largest);
    }

    @Test
    void aLargerBodyIsRefusedAndNothingIsWritten() {
        var larger = new byte[DocumentStore.BODY_BYTES_MAX + 1];

        assertThatThrownBy(() -> store.put(KEY, null, larger))
                .isInstanceOf(InvalidRequestException.class);

        assertThat(store.get(KEY)).isEmpty();
    }
}
