package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.DocumentVersion;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads and replaces pointers. Who was overtaken decides anew, on what is there now. */
final class Pointers {
    private static final String FILE = "pointer.json";
    private static final int ATTEMPTS_MAX = 1_000;
    private static final int UNKNOWN_MAX = 3;

    private final DocumentStore documents;
    private final PointerCopy copy;

    Pointers(DocumentStore documents) {
        this.documents = documents;
        this.copy = new PointerCopy(documents);
    }

    static DocumentKey key(StateName name) {
        return name.key(FILE);
    }

    /** What is to be done about a pointer. */
    sealed interface Move<T> {
        record Answer<T>(T answer) implements Move<T> {}

        /** The answer holds if the pointer is still the one that was decided on. */
        record Put<T>(Pointer next, T answer) implements Move<T> {}
    }

    private record Seen(Pointer pointer, @Nullable DocumentVersion version) {}

    Pointer read(StateName name) {
        return seen(name).pointer();
    }

    private Seen seen(StateName name) {
        Optional<Document> document = documents.get(key(name));
        if (document.isEmpty() && hasHistory(documents, name)) {
            // A first save may have come in between, which writes the pointer before its record.
            document = documents.get(key(name));
            if (document.isEmpty()) {
                throw new StoreException.Corrupted(
                        "'" + key(name) + "' is missing, although versions were saved", null);
            }
        }
        return document.map(found -> new Seen(parse(name, found), found.version()))
                .orElseGet(() -> new Seen(Pointer.NEW, null));
    }

    /** Whether any version was saved that is still there. */
    static boolean hasHistory(DocumentStore documents, StateName name) {
        return !documents.list(Shelf.HISTORY.recordsFolder(name), null, 1).isEmpty();
    }

    private static Pointer parse(StateName name, Document document) {
        try {
            return Pointer.fromJson(name, document.body());
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            throw new StoreException.Corrupted(
                    "'" + document.key() + "' cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isWhole(StateName name, Document document) {
        try {
            parse(name, document);
            return true;
        } catch (StoreException.Corrupted e) {
            return false;
        }
    }

    /** @throws StoreException.OutcomeUnknown if the pointer may have been replaced; after any other exception it was not */
    <T> T change(StateName name, Function<Pointer, Move<T>> decide) {
        StoreException.@Nullable OutcomeUnknown lost = null;
        int unknown = 0;
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                Optional<T> answer = attempt(name, decide);
                if (answer.isPresent()) {
                    return answer.get();
                }
            } catch (StoreException.OutcomeUnknown e) {
                // Whoever decides anew sees whether it was done.
                lost = e;
                unknown++;
                if (unknown == UNKNOWN_MAX) {
                    throw e;
                }
            } catch (RuntimeException e) {
                throw lost == null ? e : stillUnknown(lost, e);
            }
        }
        var overtaken =
                new StoreException.Unavailable(
                        "others changed '"
                                + name
                                + "' "
                                + ATTEMPTS_MAX
                                + " times while this was tried",
                        null);
        throw lost == null ? overtaken : stillUnknown(lost, overtaken);
    }

    /** Empty if another was faster. */
    private <T> Optional<T> attempt(StateName name, Function<Pointer, Move<T>> decide) {
        Seen seen = seen(name);
        return switch (decide.apply(seen.pointer())) {
            case Move.Answer<T> answer -> Optional.of(answer.answer());
            case Move.Put<T> put ->
                    put(name, seen, put.next()) ? Optional.of(put.answer()) : Optional.empty();
        };
    }

    /** Returns false if another was faster. */
    private boolean put(StateName name, Seen seen, Pointer next) {
        if (!(documents.put(key(name), seen.version(), next.toJson(name))
                instanceof PutResult.Stored)) {
            return false;
        }
        if (!Objects.equals(seen.pointer().current(), next.current())) {
            copy.follow(name, seen.pointer(), next, () -> read(name));
        }
        return true;
    }

    /** What the pointer said, at least about versions, before it was damaged or lost; empty if nobody knows. */
    Optional<Pointer> lastKnown(StateName name) {
        return copy.read(name);
    }

    /** What went wrong afterwards does not tell that the replacement whose answer was lost was not done. */
    private static StoreException.OutcomeUnknown stillUnknown(
            StoreException.OutcomeUnknown lost, RuntimeException later) {
        lost.addSuppressed(later);
        return lost;
    }

    /**
     * Writes a new pointer for one that cannot be read or is lost. Only for a writer with a fresh token: its stamp is above all that
     * are lost. One that is whole again stays, since another mended it, and its stamps say who may write.
     */
    void replaceBroken(StateName name, Pointer next) {
        Optional<Document> there = documents.get(key(name));
        if (there.isPresent() && isWhole(name, there.get())) {
            return;
        }
        DocumentVersion version = there.map(Document::version).orElse(null);
        if (!(documents.put(key(name), version, next.toJson(name)) instanceof PutResult.Stored)) {
            throw new StoreException.Unavailable("'" + key(name) + "' was just changed", null);
        }
    }
}
