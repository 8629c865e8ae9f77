package holdfast.state;

import holdfast.store.Document;
import holdfast.store.DocumentKey;
import holdfast.store.DocumentStore;
import holdfast.store.PutResult;
import holdfast.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is known of each version, one document each, beside its body. */
final class Records {
    private static final int PAGE = 500;
    private static final String EXTENSION = ".json";

    private final DocumentStore documents;

    Records(DocumentStore documents) {
        this.documents = documents;
    }

    private static DocumentKey key(Shelf shelf, StateName name, String id) {
        return new DocumentKey(shelf.recordsFolder(name) + id + EXTENSION);
    }

    /** Writes it over what an earlier attempt of the same writer left; nobody else knows the id yet. */
    void put(Shelf shelf, StateName name, StateVersion version) {
        DocumentKey key = key(shelf, name, version.id());
        byte[] body = SelfCheck.toJson(version.toJson());
        Optional<Document> there = documents.get(key);
        PutResult result = documents.put(key, there.map(Document::version).orElse(null), body);
        if (result instanceof PutResult.Conflict) {
            throw new StoreException.Corrupted("'" + key + "' is written by somebody else", null);
        }
    }

    Optional<StateVersion> get(Shelf shelf, StateName name, String id) {
        return documents
                .get(key(shelf, name, id))
                .map(found -> checked(name, id, found, parse(found)));
    }

    /** Empty also if it is damaged. */
    Optional<StateVersion> readable(Shelf shelf, StateName name, String id) {
        try {
            return get(shelf, name, id);
        } catch (StoreException.Corrupted e) {
            return Optional.empty();
        }
    }

    private static StateVersion parse(Document document) {
        try {
            return SelfCheck.parse(document.body(), StateVersion::fromJson);
        } catch (IllegalArgumentException e) {
            throw new StoreException.Corrupted(
                    "'" + document.key() + "' cannot be read: " + e.getMessage(), e);
        }
    }

    /** What lies under another's name would be taken for it, and is not. */
    private static StateVersion checked(
            StateName name, String id, Document document, StateVersion version) {
        if (!version.id().equals(id)) {
            throw new StoreException.Corrupted(
                    "'" + document.key() + "' is that of " + version.id(), null);
        }
        if (!version.body().key().startsWith(name.folder())) {
            throw new StoreException.Corrupted(
                    "'"
                            + document.key()
                            + "' is that of another state: it names '"
                            + version.body().key()
                            + "'",
                    null);
        }
        return version;
    }

    /**
     * The version with this id, wherever it lies; empty if nothing is known of it.
     *
     * @throws StoreException.Corrupted if something is, and its record is damaged or missing
     */
    Optional<StateVersion> find(StateName name, String id) {
        @Nullable String damage = null;
        for (Shelf shelf : Shelf.values()) {
            try {
                Optional<StateVersion> found = get(shelf, name, id);
                if (found.isPresent()) {
                    return found;
                }
                if (damage == null && VersionIds.isId(id) && hasBody(shelf, name, id)) {
                    damage = lost(shelf, name, id, "'" + key(shelf, name, id) + "' is missing");
                }
            } catch (StoreException.Corrupted e) {
                damage = lost(shelf, name, id, String.valueOf(e.getMessage()));
            }
        }
        if (damage != null) {
            throw new StoreException.Corrupted(damage, null);
        }
        return Optional.empty();
    }

    private boolean hasBody(Shelf shelf, StateName name, String id) {
        return documents.get(new DocumentKey(shelf.bodyKey(name, id))).isPresent();
    }

    void remove(Shelf shelf, StateName name, String id) {
        DocumentKey key = key(shelf, name, id);
        documents.get(key).ifPresent(found -> documents.delete(key, found.version()));
    }

    /** The ids on a shelf, oldest first. */
    List<String> ids(Shelf shelf, StateName name) {
        String folder = shelf.recordsFolder(name);
        var ids = new ArrayList<String>();
        @Nullable DocumentKey last = null;
        List<DocumentKey> page;
        do {
            page = documents.list(folder, last, PAGE);
            for (DocumentKey key : page) {
                String file = key.text().substring(folder.length());
                if (file.endsWith(EXTENSION)) {
                    ids.add(file.substring(0, file.length() - EXTENSION.length()));
                }
                last = key;
            }
        } while (page.size() == PAGE);
        return ids;
    }

    /**
     * The version that the pointer names and those before it, newest first, as far as they are still there. A record that cannot be
     * read hides none but its own.
     */
    StateHistory chain(StateName name, Pointer pointer, int limit) {
        var chain = new ArrayList<StateVersion>();
        var damage = new ArrayList<String>();
        Optional<StateVersion> next =
                Optional.ofNullable(pointer.current())
                        .or(() -> link(name, pointer.last(), pointer.number(), damage));
        while (next.isPresent() && chain.size() < limit) {
            StateVersion version = next.get();
            chain.add(version);
            next =
                    chain.size() < limit
                            ? link(name, version.previous(), version.number() - 1, damage)
                            : Optional.empty();
        }
        return new StateHistory(chain, damage);
    }

    /** The same, each read when it is asked for. */
    Stream<StateVersion> eachOfChain(StateName name, Pointer pointer) {
        var unheard = new ArrayList<String>();
        return Stream.iterate(
                        Optional.ofNullable(pointer.current())
                                .or(() -> link(name, pointer.last(), pointer.number(), unheard)),
                        Optional::isPresent,
                        found ->
                                found.flatMap(version ->
                                        link(
                                                name,
                                                version.previous(),
                                                version.number() - 1,
                                                unheard)))
                .flatMap(Optional::stream);
    }

    /** All of a shelf that can be read, newest first, each read when it is asked for. */
    Stream<StateVersion> each(Shelf shelf, StateName name) {
        return ids(shelf, name).reversed().stream()
                .flatMap(id -> readable(shelf, name, id).stream());
    }

    /** The version of exactly this time. */
    Optional<StateVersion> at(StateName name, Instant time) {
        return ids(Shelf.HISTORY, name).stream()
                .filter(id -> VersionIds.isOf(id, time))
                .flatMap(id -> readable(Shelf.HISTORY, name, id).stream())
                .findFirst();
    }

    /**
     * The version that was current at this time, without a walk through all that came after it.
     *
     * @param pointer empty if it is not known
     */
    Optional<StateVersion> currentAt(StateName name, Optional<Pointer> pointer, Instant time) {
        List<String> ids = ids(Shelf.HISTORY, name);
        for (int i = ids.size() - 1; i >= 0; i--) {
            if (!VersionIds.isAfter(ids.get(i), time)) {
                Optional<StateVersion> found = readable(Shelf.HISTORY, name, ids.get(i));
                List<String> later = ids.subList(i + 1, ids.size());
                if (found.isPresent() && wasCurrent(name, found.get(), pointer, later)) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    /** A save that died was never built on: neither the pointer nor the version that got the next number names it. */
    private boolean wasCurrent(
            StateName name, StateVersion version, Optional<Pointer> pointer, List<String> later) {
        if (pointer.map(known -> version.id().equals(known.last())).orElse(later.isEmpty())) {
            return true;
        }
        for (String id : later) {
            Optional<StateVersion> next = readable(Shelf.HISTORY, name, id);
            if (next.isEmpty() || follows(next.get(), version)) {
                return true;
            }
            if (next.get().number() > version.number() + 1) {
                return false;
            }
        }
        return false;
    }

    /** Some do not tell what they followed, where a removal was between them. */
    private static boolean follows(StateVersion next, StateVersion version) {
        return next.previous() == null
                ? next.number() == version.number() + 1
                : next.previous().equals(version.id());
    }

    /** The version with this id and number; the one before it, if it cannot be read. */
    private Optional<StateVersion> link(
            StateName name, @Nullable String id, long number, List<String> damage) {
        if (id == null) {
            // Before the first there is none; before others, where a removal did not tell what was
            // removed.
            return number > 0 ? newestBelow(name, number + 1) : Optional.empty();
        }
        try {
            Optional<StateVersion> found = get(Shelf.HISTORY, name, id);
            return found.isPresent() ? found : beforeMissing(name, id, number, damage);
        } catch (StoreException.Corrupted e) {
            damage.add(lost(Shelf.HISTORY, name, id, String.valueOf(e.getMessage())));
            return newestBelow(name, number);
        }
    }

    /** A sweep takes the oldest first: if older ones are there, it was not by a sweep that this one went. */
    private Optional<StateVersion> beforeMissing(
            StateName name, String id, long number, List<String> damage) {
        Optional<StateVersion> older = newestBelow(name, number);
        if (older.isPresent()) {
            String what = "'" + key(Shelf.HISTORY, name, id) + "' is missing";
            damage.add(lost(Shelf.HISTORY, name, id, what));
        }
        return older;
    }

    private static String lost(Shelf shelf, StateName name, String id, String what) {
        return what
                + ". It is what is known of one version, whose body lies at '"
                + shelf.bodyKey(name, id)
                + "': put it back from a copy of the store, or look at the body and save it anew"
                + " (holdfast state push "
                + name
                + ")";
    }

    /** Of saves that died, which share the number of the one that followed, none is later than that one. */
    private Optional<StateVersion> newestBelow(StateName name, long number) {
        return ids(Shelf.HISTORY, name).reversed().stream()
                .flatMap(id -> readable(Shelf.HISTORY, name, id).stream())
                .filter(version -> version.number() < number)
                .findFirst();
    }
}
