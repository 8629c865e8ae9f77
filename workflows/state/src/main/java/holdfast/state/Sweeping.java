package holdfast.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes away versions whose time is over: it counts from when a version stopped being the current one. */
final class Sweeping {
    private final Records records;
    private final Bodies bodies;
    private final Instant longAgo;

    /** @param longAgo what ended before may go */
    Sweeping(Records records, Bodies bodies, Instant longAgo) {
        this.records = records;
        this.bodies = bodies;
        this.longAgo = longAgo;
    }

    /** @param version null if its record cannot be read */
    private record Entry(Shelf shelf, String id, @Nullable StateVersion version) {}

    int sweep(StateName name, Pointer pointer) {
        List<Entry> history = oldHistory(name);
        List<Entry> orphans = entries(Shelf.ORPHANS, name, records.ids(Shelf.ORPHANS, name));
        var gone = new ArrayList<Entry>();
        for (int i = 0; i < history.size(); i++) {
            if (isOver(history, i, pointer)) {
                gone.add(history.get(i));
            }
        }
        orphans.stream()
                .filter(orphan -> VersionIds.isBefore(orphan.id(), longAgo))
                .forEach(gone::add);
        var kept = new ArrayList<>(history);
        kept.addAll(orphans);
        kept.removeAll(gone);
        remove(name, gone, named(kept, pointer));
        return gone.size();
    }

    /** Oldest first: those that were saved long ago, and behind them the first after those that can be read. */
    private List<Entry> oldHistory(StateName name) {
        var old = new ArrayList<Entry>();
        for (String id : records.ids(Shelf.HISTORY, name)) {
            Entry entry = entry(Shelf.HISTORY, name, id);
            old.add(entry);
            if (!VersionIds.isBefore(id, longAgo) && entry.version() != null) {
                break;
            }
        }
        return old;
    }

    private List<Entry> entries(Shelf shelf, StateName name, List<String> ids) {
        return ids.stream().map(id -> entry(shelf, name, id)).toList();
    }

    private Entry entry(Shelf shelf, StateName name, String id) {
        return new Entry(shelf, id, records.readable(shelf, name, id).orElse(null));
    }

    private boolean isOver(List<Entry> history, int index, Pointer pointer) {
        Entry entry = history.get(index);
        StateVersion current = pointer.current();
        if (!VersionIds.isBefore(entry.id(), longAgo)
                || (current != null && current.id().equals(entry.id()))) {
            return false;
        }
        StateVersion version = entry.version();
        Instant end =
                version == null
                        ? endOfUnreadable(history.subList(index + 1, history.size()), pointer)
                        : end(version, history, pointer);
        return end.isBefore(longAgo);
    }

    /** When a version stopped being the current one; of one that never was, because its save died, when it was written. */
    private static Instant end(StateVersion version, List<Entry> history, Pointer pointer) {
        if (version.number() == pointer.number() && pointer.current() == null) {
            return removal(pointer);
        }
        if (version.number() >= pointer.number()) {
            // It died, or it was current until the pointer was lost and an older one took over.
            return version.at().isAfter(pointer.movedAt()) ? version.at() : pointer.movedAt();
        }
        // Saves that died share the number of the one that followed: the latest is the one that
        // counts.
        long next =
                versions(history, pointer).stream()
                        .mapToLong(StateVersion::number)
                        .filter(number -> number > version.number())
                        .min()
                        .orElse(pointer.number());
        return versions(history, pointer).stream()
                .filter(other -> other.number() == next)
                .map(StateVersion::at)
                .max(Instant::compareTo)
                .orElseGet(() -> removal(pointer));
    }

    private static List<StateVersion> versions(List<Entry> history, Pointer pointer) {
        var versions = new ArrayList<StateVersion>();
        history.stream().map(Entry::version).filter(Objects::nonNull).forEach(versions::add);
        Optional.ofNullable(pointer.current()).ifPresent(versions::add);
        return versions;
    }

    private static Instant endOfUnreadable(List<Entry> after, Pointer pointer) {
        return versions(after, pointer).stream()
                .map(StateVersion::at)
                .min(Instant::compareTo)
                .orElseGet(() -> removal(pointer));
    }

    /** Of pointers that do not tell: whoever removed it stamped it, then or before the latest stamp. */
    private static Instant removal(Pointer pointer) {
        Instant removed = pointer.removed();
        return removed != null
                ? removed
                : pointer.stamps().values().stream()
                        .map(StateStamp::at)
                        .max(Instant::compareTo)
                        .orElse(Instant.MAX);
    }

    private static Set<String> named(List<Entry> kept, Pointer pointer) {
        var keys = new HashSet<String>();
        versions(kept, pointer).forEach(version -> keys.add(version.body().key()));
        return keys;
    }

    private void remove(StateName name, List<Entry> gone, Set<String> named) {
        for (Entry entry : gone) {
            // A body without a record goes later; a record without its body would be shown to
            // people.
            records.remove(entry.shelf(), name, entry.id());
            StateVersion version = entry.version();
            if (version != null && !named.contains(version.body().key())) {
                bodies.remove(version.body());
            }
        }
    }
}
