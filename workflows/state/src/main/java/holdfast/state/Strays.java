package holdfast.state;

import holdfast.store.DocumentKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes away bodies that no record names: whoever wrote them died before it wrote the record, or after it had removed it. */
final class Strays {
    private static final List<Shelf> SHELVES = List.of(Shelf.HISTORY, Shelf.ORPHANS);

    private final Records records;
    private final Bodies bodies;
    private final Instant longAgo;

    /** @param longAgo so long that no save that began before is still under way */
    Strays(Records records, Bodies bodies, Instant longAgo) {
        this.records = records;
        this.bodies = bodies;
        this.longAgo = longAgo;
    }

    void sweep(StateName name, Pointer pointer) {
        var candidates = new ArrayList<DocumentKey>();
        SHELVES.forEach(shelf -> candidates.addAll(withoutRecord(shelf, name)));
        if (candidates.isEmpty()) {
            return;
        }
        Optional<Set<String>> named = named(name, pointer);
        if (named.isEmpty()) {
            return; // A record that cannot be read may name any of them. It goes with its age.
        }
        // The first part of a body last: as long as it is there, the rest can be found.
        candidates.reversed().stream()
                .filter(key -> named.get().stream().noneMatch(key.text()::startsWith))
                .forEach(bodies::remove);
    }

    /** Old bodies beside which there is no record with their own id. */
    private List<DocumentKey> withoutRecord(Shelf shelf, StateName name) {
        String folder = shelf.bodiesFolder(name);
        List<DocumentKey> all = bodies.keys(folder);
        var ids = new HashSet<>(records.ids(shelf, name));
        return all.stream()
                .filter(key -> {
                    String file = key.text().substring(folder.length());
                    String id = file.split("\\.", 2)[0];
                    return VersionIds.isId(id)
                            && key.text().startsWith(shelf.bodyKey(name, id))
                            && VersionIds.isBefore(id, longAgo)
                            && !ids.contains(id);
                })
                .toList();
    }

    /** Where the bodies of all records lie; empty if one cannot be read. */
    private Optional<Set<String>> named(StateName name, Pointer pointer) {
        var named = new HashSet<String>();
        Optional.ofNullable(pointer.current())
                .ifPresent(current -> named.add(current.body().key()));
        for (Shelf shelf : SHELVES) {
            for (String id : records.ids(shelf, name)) {
                Optional<StateVersion> version = records.readable(shelf, name, id);
                if (version.isEmpty()) {
                    return Optional.empty();
                }
                named.add(version.get().body().key());
            }
        }
        return Optional.of(named);
    }
}
