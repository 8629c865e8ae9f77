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

    private final @Nullable Pointer standIn;

    Pointers(DocumentStore documents) {
        this(documents, null);
    }

    private Pointers(DocumentStore documents, @Nullable Pointer standIn) {
        this.documents = documents;
        this.copy = new PointerCopy(documents);
        this.standIn = standIn;
    }

    /**
     * The same, where one that is damaged or lost is taken for this one, and is replaced with what is decided on it. Only for a
     * writer with a fresh token: it is above all stamps that are lost.
     */
    Pointers takingForBroken(Pointer other) {
        return new Pointers(documents, other);
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
                return broken(
                        null,
                        new StoreException.Corrupted(
                                "'" + key(name) + "' is missing, although versions were saved",
                                null));
            }
        }
        return document.map(found -> seen(name, found))
                .orElseGet(() -> new Seen(Pointer.NEW, null));
    }

    private Seen seen(StateName name, Document found) {
        try {
            return new Seen(parse(name, found), found.version());
        } catch (StoreException.Corrupted e) {
            return broken(found.version(), e);
        }
    }

    private Seen broken(@Nullable DocumentVersion version, StoreException.Corrupted damage) {
        Pointer pointer = standIn;
        if (pointer == null) {
            throw damage;
        }
        return new Seen(pointer, version);
    }

    /** Whether any version was saved that is still there. */
    static boolean hasHistory(DocumentStore documents, StateName name) {
        return !documents.list(Shelf.HISTORY.recordsFolder(name), null, 1).isEmpty();
    }

    private static Pointer parse(StateName name, Document document) {
        try {
            return Pointer.fromJson(name, document.body());
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted(
                    "'" + document.key() + "' cannot be read: " + e.getMessage(), e);
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
            case Move.Answer<T> answer -> {
                // It may rest on a replacement whose answer was lost, or whose writer died.
                copy.catchUp(name, seen.pointer(), () -> read(name));
                yield Optional.of(answer.answer());
            }
            case Move.Put<T> put ->
                    put(name, seen, put.next()) ? Optional.of(put.answer()) : Optional.empty();
        };
    }

    /** Returns false if another was faster. */
    private boolean put(StateName name, Seen seen, Pointer next) {
        byte[] body = next.toJson(name);
        if (!(replace(key(name), seen.version(), body) instanceof PutResult.Stored)) {
            return false;
        }
        // It is done: what comes from here on never fails.
        if (Objects.equals(seen.pointer().current(), next.current())) {
            copy.catchUp(name, next, () -> read(name));
        } else {
            copy.follow(name, seen.pointer(), next, () -> read(name));
        }
        return true;
    }

    private PutResult replace(DocumentKey key, @Nullable DocumentVersion expected, byte[] body) {
        try {
            return documents.put(key, expected, body);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new StoreException.OutcomeUnknown(
                    "'" + key + "' may have been replaced: " + e.getMessage(), e);
        }
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
}
