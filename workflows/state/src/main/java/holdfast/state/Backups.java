package holdfast.state;

import holdfast.model.Token;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** Copies of versions that stay until someone removes them. */
final class Backups {
    private static final String OF = "backup_of";

    private final Archive archive;
    private final Loading loading;

    Backups(Archive archive, Loading loading) {
        this.archive = archive;
        this.loading = loading;
    }

    /** The id of the version that this is a backup of; before all if it does not tell. */
    static String of(StateVersion backup) {
        return backup.facts().getOrDefault(OF, "");
    }

    /** A backup of the current version; empty if there is none. */
    Optional<StateVersion> make(StateName name, String by) {
        return switch (name.kind()) {
            case STACK ->
                    loading.load(name)
                            .map(found ->
                                    of(
                                            name,
                                            found.version(),
                                            by,
                                            () -> new ByteArrayInputStream(found.body())));
            case TERRAFORM ->
                    loading.check(name)
                            .map(found -> of(name, found, by, () -> archive.bodies().open(found)));
        };
    }

    /** The backup of this version: one that is there and whole, or a new one. */
    private StateVersion of(
            StateName name, StateVersion version, String by, Supplier<InputStream> body) {
        return loading.all(Shelf.BACKUPS, name).stream()
                .filter(backup -> version.id().equals(of(backup)))
                .filter(archive.bodies()::isWhole)
                .findFirst()
                .orElseGet(() -> copy(name, version, by, body));
    }

    private StateVersion copy(
            StateName name, StateVersion of, String by, Supplier<InputStream> opened) {
        Instant at = archive.ids().after(of.at(), new Token(of.token()));
        String id = VersionIds.id(at);
        var facts = new java.util.TreeMap<>(of.facts());
        facts.put(OF, of.id());
        try (InputStream body = opened.get()) {
            Bodies.Written written =
                    archive.bodies()
                            .write(Shelf.BACKUPS.bodyKey(name, id), body, of.digest().size());
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
                            archive.bodies().withKey(facts));
            archive.records().put(Shelf.BACKUPS, name, copy);
            return copy;
        } catch (IOException e) {
            throw new IllegalStateException("no stream is below this one", e);
        }
    }
}
