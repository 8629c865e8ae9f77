package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store of which one call fails, and perhaps all that follow it. */
final class FailingStore implements DocumentStore {
    private final DocumentStore store;
    private final Fault fault;
    private final int place;
    private int calls;

    /** @param call counted from 0 */
    record Place(Fault fault, int call) {}

    /** What becomes of the call. */
    enum Fault {
        /** It is not made. */
        UNAVAILABLE,
        /** A write is not made, and nobody knows. */
        LOST_BEFORE,
        /** A write is made, and its answer is lost. */
        LOST_AFTER,
        /** A write is made, its answer is lost, and the next call is not made. */
        LOST_AND_AWAY,
        /** Neither this call is made nor any other: as good as dead. */
        DEAD,
        /** A write is made, its answer is lost, and no other call is made. */
        DEAD_AFTER
    }

    FailingStore(DocumentStore store, Place place) {
        this.store = store;
        this.fault = place.fault();
        this.place = place.call();
    }

    /** Whether so many calls were made that one failed. */
    boolean hasFailed() {
        return calls > place;
    }

    private <T> T read(Supplier<T> call) {
        int number = calls++;
        if (number == place || (number > place && number <= lastAway())) {
            throw new StoreException.Unavailable("call " + number + " failed", null);
        }
        return call.get();
    }

    private int lastAway() {
        return switch (fault) {
            case UNAVAILABLE, LOST_BEFORE, LOST_AFTER -> place;
            case LOST_AND_AWAY -> place + 1;
            case DEAD, DEAD_AFTER -> Integer.MAX_VALUE;
        };
    }

    private PutResult write(Supplier<PutResult> call) {
        int number = calls;
        if (number != place || fault == Fault.UNAVAILABLE || fault == Fault.DEAD) {
            return read(call);
        }
        calls++;
        Object made = fault == Fault.LOST_BEFORE ? "nothing" : call.get();
        throw new StoreException.OutcomeUnknown(
                "the answer to call " + number + " is lost: " + made, null);
    }

    @Override
    public Optional<Document> get(DocumentKey key) {
        return read(() -> store.get(key));
    }

    @Override
    public PutResult put(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        return write(() -> store.put(key, expected, body));
    }

    @Override
    public PutResult delete(DocumentKey key, DocumentVersion expected) {
        return write(() -> store.delete(key, expected));
    }

    @Override
    public List<DocumentKey> list(String prefix, @Nullable DocumentKey after, int limit) {
        return read(() -> store.list(prefix, after, limit));
    }

    @Override
    public void close() {}
}
