package holdfast.store.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Many threads and processes lose no write of each other. */
abstract class DocumentSharingContract extends DocumentStoreScene {
    private final int rounds = fixture.rounds();

    /** Of a store that is shared, every other member of the crowd is in another process. */
    private final List<DocumentStore> handles;

    DocumentSharingContract(Supplier<DocumentStoreFixture> open) {
        super(open);
        handles =
                switch (fixture.openAgain()) {
                    case SecondHandle.OnSameData<DocumentStore> second ->
                            List.of(store, second.store());
                    case SecondHandle.OnOwnData<DocumentStore> alone -> List.of(store);
                };
    }

    private DocumentStore handle(int member) {
        return handles.get(member % handles.size());
    }

    @Test
    void noWriteIsLostUnseen() {
        stored("0");

        Crowd.of(member -> count(handle(member)));

        assertBody(KEY, Integer.toString(Crowd.SIZE * rounds));
    }

    /** Adds one to the number in the document, again and again. */
    private Callable<Integer> count(DocumentStore mine) {
        return () -> {
            int added = 0;
            while (added < rounds) {
                Document document = mine.get(KEY).orElseThrow();
                int number = Integer.parseInt(new String(document.body(), StandardCharsets.UTF_8));
                byte[] next = bytes(Integer.toString(number + 1));
                if (mine.put(KEY, document.version(), next) instanceof PutResult.Stored) {
                    added++;
                }
            }
            return added;
        };
    }

    @Test
    void ofAllWhoWriteANewDocumentExactlyOneDoes() {
        List<Integer> written = Crowd.of(member -> () -> writeNew(handle(member), "by " + member));

        assertThat(written.stream().mapToInt(Integer::intValue).sum()).isEqualTo(rounds);
    }

    /** How many of the same few documents this member was the first to write. */
    private int writeNew(DocumentStore mine, String body) {
        int written = 0;
        for (int round = 0; round < rounds; round++) {
            var key = new DocumentKey("contested/" + round);
            written += mine.put(key, null, bytes(body)) instanceof PutResult.Stored ? 1 : 0;
        }
        return written;
    }

    @Test
    void ofAllWhoDeleteADocumentExactlyOneDoes() {
        DocumentVersion version = stored("one");

        List<PutResult> results = Crowd.of(member -> () -> handle(member).delete(KEY, version));

        assertThat(results).filteredOn(PutResult.Stored.class::isInstance).hasSize(1);
        assertThat(store.get(KEY)).isEmpty();
    }

    @Test
    void everyWriteThatReturnedIsSeen() {
        List<Boolean> seen =
                Crowd.of(member -> () -> seesItsOwnWrites(handle(member), "by/" + member));

        assertThat(seen).containsOnly(true);
        assertThat(store.list("by/", null, 1_000)).hasSize(Crowd.SIZE * rounds);
    }

    private boolean seesItsOwnWrites(DocumentStore mine, String place) {
        boolean all = true;
        for (int round = 0; round < rounds; round++) {
            var key = new DocumentKey(place + "/" + round);
            mine.put(key, null, bytes("body"));
            all &= mine.get(key).isPresent() && mine.list(key.text(), null, 10).contains(key);
        }
        return all;
    }

    @Test
    void whatWasWrittenIsSeenByAnotherProcessAndAfterOpeningAgain() {
        DocumentVersion version = stored("one");
        store.close();

        switch (fixture.openAgain()) {
            case SecondHandle.OnSameData<DocumentStore> second ->
                    assertThat(second.store().get(KEY))
                            .contains(new Document(KEY, version, bytes("one")));
            case SecondHandle.OnOwnData<DocumentStore> second -> {
                assertThat(second.reason()).isNotBlank();
                assertThat(second.store().get(KEY)).isEmpty();
            }
        }
    }
}
