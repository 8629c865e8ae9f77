package holdfast.state;

import holdfast.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps bodies that may not be saved, for people to recover. Only so many of one state, or whoever may write could fill the store:
 * what comes when there is no room is left with its sender, and what is kept stays until somebody decides or its time is over.
 * Of one run only the latest is kept. Those who never held the lock, as far as is known, have a small room of their own.
 */
final class Orphans {
    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);
    static final int COUNT_MAX = 100;
    static final int STRANGERS_MAX = 10;

    /** Of the largest state, that all orphans of those who held the lock may take. Those of strangers may take one. */
    private static final int STATES_MAX = 2;

    private static final int HISTORY_SEARCHED = 100;
    private static final String STRANGER = "stranger";

    private final Archive archive;
    private final Pointers pointers;
    private final long stateBytesMax;

    /** @param stateBytesMax how large one state may be */
    Orphans(Archive archive, Pointers pointers, long stateBytesMax) {
        this.archive = archive;
        this.pointers = pointers;
        this.stateBytesMax = stateBytesMax;
    }

    /** @param damaged how many are there that cannot be read: they count, or there would be no limit to them */
    private record Kept(List<StateVersion> orphans, int damaged) {
        /** The same of the same client, or what it sent later. */
        Optional<StateVersion> insteadOf(StateVersion orphan) {
            return same(orphan.client(), orphan.digest())
                    .or(() -> ofRun(orphan).filter(other -> isNewer(other, orphan)).findFirst());
        }

        Optional<StateVersion> same(String client, StateVersion.Digest digest) {
            return orphans.stream()
                    .filter(orphan -> orphan.client().equals(client))
                    .filter(orphan -> orphan.digest().equals(digest))
                    .findFirst();
        }

        /** What the same client sent before. */
        Stream<StateVersion> ofRun(StateVersion orphan) {
            return orphans.stream()
                    .filter(other -> !other.client().isEmpty())
                    .filter(other -> other.client().equals(orphan.client()))
                    .filter(other -> other.by().equals(orphan.by()));
        }

        private static boolean isNewer(StateVersion one, StateVersion other) {
            return Succession.of(one, other.facts()).goesBack();
        }
    }

    private Kept kept(StateName name) {
        List<String> ids = archive.records().ids(Shelf.ORPHANS, name);
        List<StateVersion> orphans =
                ids.stream()
                        .flatMap(id -> archive.records().readable(Shelf.ORPHANS, name, id).stream())
                        .toList();
        return new Kept(orphans, ids.size() - orphans.size());
    }

    private static boolean isStranger(StateVersion orphan) {
        return orphan.facts().containsKey(STRANGER);
    }

    /** How many bytes an orphan may have, which replaces those of its own run; none if there are too many bodies already. */
    private long room(Kept kept, StateVersion orphan) {
        boolean stranger = isStranger(orphan);
        List<StateVersion> replaced = kept.ofRun(orphan).toList();
        List<StateVersion> others =
                kept.orphans().stream()
                        .filter(other -> isStranger(other) == stranger)
                        .filter(other -> !replaced.contains(other))
                        .toList();
        long bytes = others.stream().mapToLong(other -> other.digest().size()).sum();
        if (stranger) {
            return others.size() >= STRANGERS_MAX ? 0 : stateBytesMax - bytes;
        }
        return others.size() + kept.damaged() >= COUNT_MAX ? 0 : STATES_MAX * stateBytesMax - bytes;
    }

    /**
     * Keeps a body that was written for something else, by one who held the lock. Answers its id, or that of the same or a later
     * one of its run, which is kept in its stead; null if there is no room.
     */
    @Nullable String adopt(StateName name, StateVersion orphan) {
        Kept kept = kept(name);
        Optional<StateVersion> there = kept.insteadOf(orphan);
        if (there.isPresent()) {
            return there.get().id();
        }
        if (room(kept, orphan) < orphan.digest().size()) {
            return null;
        }
        put(name, kept, orphan);
        return orphan.id();
    }

    /**
     * Answers its id, or that of the same or a later one of its run, which is kept in its stead; empty if there is no room.
     *
     * @throws StoreException.Incompatible if it would lie in the clear, where the state is encrypted
     */
    Optional<String> keep(StateName name, OrphanNote note, InputStream body, long limit)
            throws IOException {
        Pointer pointer = pointer(name);
        archive.bodies().requireKeys(pointer);
        Kept kept = kept(name);
        var passing = new PassingBody(body);
        StateVersion draft = draft(note, now(pointer), isKnown(name, pointer, note.client()));
        long room = room(kept, draft);
        Bodies.@Nullable Written written = null;
        try {
            if (room > 0) {
                String key = Shelf.ORPHANS.bodyKey(name, draft.id());
                written = archive.bodies().write(key, passing, Math.min(limit, room));
            }
        } catch (TooLargeException e) {
            if (room >= limit) {
                throw e;
            }
        }
        if (written == null) {
            return kept.same(note.client(), passing.digest()).map(StateVersion::id);
        }
        StateVersion orphan = of(draft, written, passing.facts());
        Optional<StateVersion> there = kept.insteadOf(orphan);
        if (there.isPresent()) {
            archive.bodies().remove(written.place());
        } else {
            put(name, kept, orphan);
        }
        return Optional.of(there.orElse(orphan).id());
    }

    /** What is known of the state, also if its pointer is damaged. */
    private Pointer pointer(StateName name) {
        try {
            return pointers.read(name);
        } catch (StoreException.Corrupted e) {
            LOG.warn("who wrote '{}' is known by a copy and its history alone", name, e);
            return new LostPointer(pointers, archive.records()).of(name, null);
        }
    }

    /** Not before the latest lock, by the clock of the locks' store: what comes now was refused because of it. */
    private Instant now(Pointer pointer) {
        return pointer.stamps().values().stream()
                .map(StateStamp::token)
                .max(Comparator.naturalOrder())
                .map(archive.ids()::now)
                .orElseGet(archive.ids()::now);
    }

    /** Whether a lock of this id wrote or announced a write not too long ago. */
    private boolean isKnown(StateName name, Pointer pointer, String client) {
        if (client.isEmpty() || pointer.clients().contains(client)) {
            return !client.isEmpty();
        }
        List<String> ids = archive.records().ids(Shelf.HISTORY, name);
        return ids.subList(Math.max(0, ids.size() - HISTORY_SEARCHED), ids.size()).stream()
                .flatMap(id -> archive.records().readable(Shelf.HISTORY, name, id).stream())
                .anyMatch(version -> version.client().equals(client));
    }

    private void put(StateName name, Kept kept, StateVersion orphan) {
        archive.records().put(Shelf.ORPHANS, name, orphan);
        try {
            kept.ofRun(orphan).forEach(older -> drop(name, older.id()));
        } catch (StoreException e) {
            LOG.warn("what {} replaces of '{}' could not be taken away", orphan.id(), name, e);
        }
    }

    private static StateVersion draft(OrphanNote note, Instant at, boolean known) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("refused", note.why());
        if (!known) {
            facts.put(STRANGER, "no lock of this id is known");
        }
        return new StateVersion(
                VersionIds.id(at),
                0,
                null,
                at,
                note.by(),
                "",
                note.client(),
                0,
                "",
                "write",
                new StateVersion.Digest(0, "", ""),
                new StateVersion.BodyPlace("", 0),
                facts);
    }

    private StateVersion of(StateVersion draft, Bodies.Written written, Map<String, String> more) {
        Map<String, String> facts = new TreeMap<>(more);
        facts.putAll(draft.facts());
        return new StateVersion(
                draft.id(),
                draft.number(),
                draft.previous(),
                draft.at(),
                draft.by(),
                draft.lock(),
                draft.client(),
                draft.token(),
                draft.path(),
                draft.operation(),
                written.digest(),
                written.place(),
                archive.bodies().withKey(facts));
    }

    /** Takes one away for good, also if its record is damaged. Answers whether it was there. */
    boolean drop(StateName name, String id) {
        if (!archive.records().ids(Shelf.ORPHANS, name).contains(id)) {
            return false;
        }
        Optional<StateVersion> orphan = archive.records().readable(Shelf.ORPHANS, name, id);
        // A body without a record is swept; a record without its body would be shown to people.
        archive.records().remove(Shelf.ORPHANS, name, id);
        orphan.ifPresent(found -> archive.bodies().remove(found.body()));
        return true;
    }
}
