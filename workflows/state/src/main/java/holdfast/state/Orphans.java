package holdfast.state;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps bodies that may not be saved, for people to recover. Only so many of one state, or whoever may write could fill the store:
 * what comes when there is no room is left with its sender, and what is kept stays until somebody decides or its time is over.
 */
final class Orphans {
    static final int COUNT_MAX = 100;

    private final Archive archive;
    private final long bytesMax;

    /** @param bytesMax of all orphans of one state */
    Orphans(Archive archive, long bytesMax) {
        this.archive = archive;
        this.bytesMax = bytesMax;
    }

    private List<StateVersion> all(StateName name) {
        return archive.records().ids(Shelf.ORPHANS, name).stream()
                .flatMap(id -> archive.records().get(Shelf.ORPHANS, name, id).stream())
                .toList();
    }

    /** How many bytes may still be kept; none if there are too many bodies already. */
    private long room(List<StateVersion> kept) {
        long bytes = kept.stream().mapToLong(orphan -> orphan.digest().size()).sum();
        return kept.size() >= COUNT_MAX ? 0 : bytesMax - bytes;
    }

    /** Keeps a body that was written for something else. Answers its id; null if there is no room. */
    @Nullable String adopt(StateName name, StateVersion orphan) {
        List<StateVersion> kept = all(name);
        if (room(kept) < orphan.digest().size()) {
            return null;
        }
        archive.records().put(Shelf.ORPHANS, name, orphan);
        return orphan.id();
    }

    /** Answers its id; empty if there is no room. The same from the same client is kept once. */
    Optional<String> keep(StateName name, OrphanNote note, InputStream body, long limit)
            throws IOException {
        List<StateVersion> kept = all(name);
        long room = room(kept);
        if (room <= 0) {
            body.transferTo(java.io.OutputStream.nullOutputStream());
            return Optional.empty();
        }
        Instant at = archive.ids().now();
        String id = VersionIds.id(at);
        String key = Shelf.ORPHANS.bodyKey(name, id);
        Bodies.Written written;
        try {
            written = archive.bodies().write(key, body, Math.min(limit, room));
        } catch (TooLargeException e) {
            if (room < limit) {
                return Optional.empty();
            }
            throw e;
        }
        Optional<StateVersion> same =
                kept.stream()
                        .filter(orphan -> orphan.client().equals(note.client()))
                        .filter(orphan -> orphan.digest().equals(written.digest()))
                        .findFirst();
        if (same.isPresent()) {
            archive.bodies().remove(written.place());
            return same.map(StateVersion::id);
        }
        archive.records().put(Shelf.ORPHANS, name, version(note, written, at, id));
        return Optional.of(id);
    }

    private static StateVersion version(
            OrphanNote note, Bodies.Written written, Instant at, String id) {
        return new StateVersion(
                id,
                0,
                null,
                at,
                note.by(),
                "",
                note.client(),
                0,
                "",
                "write",
                written.digest(),
                written.place(),
                Map.of("refused", note.why()));
    }

    /** Takes one away for good. Answers whether it was there. */
    boolean drop(StateName name, String id) {
        Optional<StateVersion> orphan = archive.records().get(Shelf.ORPHANS, name, id);
        orphan.ifPresent(found -> {
            archive.bodies().remove(found.body());
            archive.records().remove(Shelf.ORPHANS, name, id);
        });
        return orphan.isPresent();
    }
}
