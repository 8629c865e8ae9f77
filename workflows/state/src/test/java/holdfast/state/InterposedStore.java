package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store in which things happen between two steps of its caller. */
final class InterposedStore implements DocumentStore {
    private final DocumentStore store;
    private volatile @Nullable DocumentKey place;
    private volatile @Nullable DocumentKey looked;
    private volatile Runnable event = () -> {};
    private int putsLeft = Integer.MAX_VALUE;
    private int reads;
    private int puts;
    private boolean losesTheNextAnswer;
    private boolean losesTheNextRead;
    private @Nullable RuntimeException mistakeAfter;

    InterposedStore(DocumentStore store) {
        this.store = store;
    }

    /** Once, before the first put of this document. */
    InterposedStore beforePut(DocumentKey key, Runnable what) {
        place = key;
        event = what;
        return this;
    }

    /** Once, after the first look at this document. */
    InterposedStore afterGet(DocumentKey key, Runnable what) {
        event = what;
        looked = key;
        return this;
    }

    /** After so many writes the process is as good as dead: nothing is written any more. */
    InterposedStore dyingAfter(int puts) {
        putsLeft = puts;
        return this;
    }

    /** The next put of this document is done, and its answer is lost. */
    InterposedStore losingTheAnswerTo(DocumentKey key) {
        place = key;
        losesTheNextAnswer = true;
        return this;
    }

    /** The next put of this document is done, and then the store fails in a way that nobody expects. */
    InterposedStore failingAfter(DocumentKey key, RuntimeException mistake) {
        place = key;
        mistakeAfter = mistake;
        return this;
    }

    /** Right after that lost answer one read finds nobody. */
    InterposedStore andTheNextRead() {
        losesTheNextRead = true;
        return this;
    }

    /** How many documents were asked for. */
    int reads() {
        return reads;
    }

    /** How many documents somebody tried to put. */
    int puts() {
        return puts;
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        reads++;
        if (losesTheNextRead && place == null) {
            losesTheNextRead = false;
            throw new StoreException.Unavailable("the store is away", null);
        }
        Optional<Document> found = store.get(key);
        if (key.equals(looked)) {
            looked = null;
            event.run();
        }
        return found;
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        spend();
        puts++;
        boolean here = key.equals(place);
        if (here) {
            place = null;
            event.run();
        }
        PutResult result = store.put(key, expected, body);
        if (here && losesTheNextAnswer) {
            throw new StoreException.OutcomeUnknown("the answer was lost", null);
        }
        RuntimeException mistake = mistakeAfter;
        if (here && mistake != null) {
            throw mistake;
        }
        return result;
    }

    private void spend() {
        if (putsLeft == 0) {
            throw new StoreException.Unavailable("no space left on device", null);
        }
        putsLeft--;
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        spend();
        return store.delete(key, expected);
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        return store.list(prefix, after, limit);
    }

    @Override
    public void close() {
        store.close();
    }
}
