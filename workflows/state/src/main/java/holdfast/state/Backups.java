package holdfast.state;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;

/** Copies of versions that stay until someone removes them. */
final class Backups {
    private final Archive archive;

    Backups(Archive archive) {
        this.archive = archive;
    }

    StateVersion copy(StateName name, LoadedState loaded, String by) {
        Instant at = archive.ids().now();
        String id = VersionIds.id(at);
        StateVersion of = loaded.version();
        var facts = new java.util.TreeMap<>(of.facts());
        facts.put("backup_of", of.id());
        try {
            Bodies.Written written =
                    archive.bodies()
                            .write(
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
            archive.records().put(Shelf.BACKUPS, name, copy);
            return copy;
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
    }
}
