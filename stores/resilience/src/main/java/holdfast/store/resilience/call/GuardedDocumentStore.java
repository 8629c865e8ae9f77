package holdfast.store.resilience.call;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store of documents with a guard around every call. What a holder writes down is never refused; reading can come again. */
public final class GuardedDocumentStore implements DocumentStore {
    private final DocumentStore store;
    private final Guard guard;
    private final Patience patience;

    public GuardedDocumentStore(DocumentStore store, Guard guard, Patience patience) {
        this.store = store;
        this.guard = guard;
        this.patience = patience;
    }

    private <A> A list(String name, Supplier<A> body) {
        return guard.run(patience.usual(Call.of(Purpose.LISTING, Effect.READS, name, body)));
    }

    private <A> A write(String name, Supplier<A> body) {
        return guard.run(patience.usual(Call.of(Purpose.WRITE, Effect.WRITES, name, body)));
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        return list("get", () -> store.get(key));
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        // Its own copy: a call that is left behind may still read it when the caller goes on.
        byte[] copy = body.clone();
        return write("put", () -> store.put(key, expected, copy));
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        return write("delete", () -> store.delete(key, expected));
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        return list("list", () -> store.list(prefix, after, limit));
    }

    @Override
    public void close() {
        Closing.quietly(guard, patience, store);
    }
}
