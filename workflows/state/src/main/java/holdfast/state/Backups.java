package holdfast.state;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;

/** Copies of versions that stay until someone removes them. */
final class Backups {
    private final Records records;
    private final Bodies bodies;
    private final VersionIds ids;

    Backups(Records records, Bodies bodies, VersionIds ids) {
        this.records = records;
        this.bodies = bodies;
        this.ids = ids;
    }

    StateVersion copy(StateName name, LoadedState loaded, String by) {
        Instant at = ids.now();
        String id = VersionIds.id(at);
        StateVersion of = loaded.version();
        var facts = new java.util.TreeMap<>(of.facts());
        facts.put("backup_of", of.id());
        try {
            Bodies.Written written =
                    bodies.write(
                            Shelf.BACKUPS.bodyKey(name, id),
                            new ByteArrayInputStream(loaded.body()),
                            loaded.body().length);
            var copy =
                    new StateVersion(
                            id,
                            of.number(),
                            null,
                            at,
                            by,
                            of.lock(),
                            of.client(),
                            of.token(),
                            of.path(),
                            "backup",
                            written.digest(),
                            written.place(),
                            facts);
            records.put(Shelf.BACKUPS, name, copy);
            return copy;
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
    }
}
