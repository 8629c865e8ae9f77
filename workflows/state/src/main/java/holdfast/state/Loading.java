package holdfast.state;

import holdfast.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Finds and checks what was saved. */
final class Loading {
    private static final int ATTEMPTS_MAX = 20;
    private static final int SEARCHED_MAX = 1_000;

    private final Pointers pointers;
    private final Records records;
    private final Bodies bodies;
    private final CurrentCopy copy;

    Loading(Pointers pointers, Records records, Bodies bodies, CurrentCopy copy) {
        this.pointers = pointers;
        this.records = records;
        this.bodies = bodies;
        this.copy = copy;
    }

    Optional<LoadedState> load(StateName name) {
        try {
            return name.kind() == StateName.Kind.STACK ? loadStack(name) : loadBody(name);
        } catch (StoreException.Corrupted e) {
            throw explained(name, e);
        }
    }

    /** The current version, whole; a large body is never in memory as such. */
    Optional<StateVersion> check(StateName name) {
        if (name.kind() == StateName.Kind.STACK) {
            return load(name).map(LoadedState::version);
        }
        try {
            StateVersion current = pointers.read(name).current();
            if (current != null) {
                drain(bodies.open(current));
            }
            return Optional.ofNullable(current);
        } catch (StoreException.Corrupted e) {
            throw explained(name, e);
        }
    }

    private static void drain(InputStream body) {
        try (body) {
            body.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new IllegalStateException("no stream is below this one", e);
        }
    }

    private Optional<LoadedState> loadBody(StateName name) {
        StateVersion current = pointers.read(name).current();
        return Optional.ofNullable(current)
                .map(version -> new LoadedState(version, bodies.read(version)));
    }

    /** Reads {@code state.json}, as everybody does, and believes it only if it is the current version. */
    private Optional<LoadedState> loadStack(StateName name) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            Pointer pointer = pointers.read(name);
            StateVersion current = pointer.current();
            Optional<byte[]> found = copy.read(name);
            if (current == null) {
                if (found.isEmpty()) {
                    return Optional.empty();
                }
                if (pointers.read(name).current() == null) {
                    return withoutVersion(name, found.get());
                }
                continue;
            }
            if (found.isPresent() && isBodyOf(current, found.get())) {
                return Optional.of(new LoadedState(current, found.get()));
            }
            StateVersion now = pointers.read(name).current();
            if (now == null || !now.id().equals(current.id())) {
                continue; // someone is saving
            }
            return Optional.of(behind(name, pointer, current, found));
        }
        throw new StoreException.Unavailable(
                "'" + name + "' is saved so often that no moment was found to load it", null);
    }

    /** A removal that did not come to its end leaves a version that is known; anything else was put there by somebody. */
    private Optional<LoadedState> withoutVersion(StateName name, byte[] found) {
        boolean known =
                records.ids(Shelf.HISTORY, name).stream()
                        .flatMap(id -> records.readable(Shelf.HISTORY, name, id).stream())
                        .anyMatch(version -> isBodyOf(version, found));
        if (known) {
            // Later nobody could tell.
            copy.follow(name, null, null, () -> pointers.read(name).current());
            return Optional.empty();
        }
        throw new StoreException.Corrupted(
                "'"
                        + CurrentCopy.key(name)
                        + "' was not saved by Holdfast. To take it over: holdfast state push "
                        + name
                        + " < state.json",
                null);
    }

    /** The copy is missing, is an older version (its writer died before it wrote it), or was changed by somebody. */
    private LoadedState behind(
            StateName name, Pointer pointer, StateVersion current, Optional<byte[]> found) {
        boolean isOurs =
                found.isEmpty()
                        || records.chain(name, pointer, SEARCHED_MAX).versions().stream()
                                .anyMatch(version -> isBodyOf(version, found.get()));
        if (!isOurs) {
            throw new StoreException.Corrupted(
                    "'"
                            + CurrentCopy.key(name)
                            + "' is not what was saved: its SHA-256 is "
                            + Digests.of(found.get()).sha256()
                            + ", saved was "
                            + current.digest().sha256(),
                    null);
        }
        byte[] body = bodies.read(current);
        copy.follow(name, current, body, () -> pointers.read(name).current());
        return new LoadedState(current, body);
    }

    private static boolean isBodyOf(StateVersion version, byte[] body) {
        return version.digest().size() == body.length && version.digest().equals(Digests.of(body));
    }

    /** With the last version that is whole, and how to get it back. */
    StoreException.Corrupted explained(StateName name, StoreException.Corrupted e) {
        String beginning = "the state '" + name + "' is damaged: ";
        if (String.valueOf(e.getMessage()).startsWith(beginning)) {
            return e;
        }
        String advice =
                lastGood(name)
                        .map(version ->
                                "The last good version is "
                                        + version.id()
                                        + ", saved by "
                                        + version.by()
                                        + ": holdfast state restore "
                                        + name
                                        + " --to "
                                        + version.id()
                                        + perhapsLater(name))
                        .orElseGet(() -> withoutAny(name));
        return new StoreException.Corrupted(beginning + e.getMessage() + ". " + advice, e);
    }

    /** Of each only as much is read as is needed to find the first that is whole. */
    private Optional<StateVersion> lastGood(StateName name) {
        return Stream.<Supplier<Stream<StateVersion>>>of(
                        () -> candidates(name), () -> records.each(Shelf.BACKUPS, name))
                .flatMap(Supplier::get)
                .filter(this::isWhole)
                .findFirst();
    }

    private String withoutAny(StateName name) {
        String put = "No version of it is whole: put back what is lost from a copy of the store";
        try {
            pointers.read(name);
            return put + ", or save it anew: holdfast state push " + name;
        } catch (StoreException.Corrupted e) {
            return put;
        }
    }

    private boolean isWhole(StateVersion version) {
        try {
            return bodies.isWhole(version);
        } catch (StoreException.Incompatible e) {
            return false;
        }
    }

    /** What can be gone back to, the best first. */
    private Stream<StateVersion> candidates(StateName name) {
        try {
            return records.eachOfChain(name, pointers.read(name)).limit(SEARCHED_MAX);
        } catch (StoreException.Corrupted e) {
            return withoutPointer(name);
        }
    }

    /** The newest may be a save that died and was never current; what the pointer's copy names was. */
    private Stream<StateVersion> withoutPointer(StateName name) {
        return Stream.<Supplier<Stream<StateVersion>>>of(
                        () ->
                                pointers.lastKnown(name).stream()
                                        .flatMap(known -> records.eachOfChain(name, known))
                                        .limit(SEARCHED_MAX),
                        () -> records.each(Shelf.HISTORY, name))
                .flatMap(Supplier::get)
                .distinct();
    }

    private String perhapsLater(StateName name) {
        return later(name)
                .map(later ->
                        ". A later one, "
                                + later.id()
                                + ", was sent by "
                                + later.by()
                                + ", and nobody knows whether its save came to its end: compare"
                                + " it first")
                .orElse("");
    }

    /** Versions that were current, newest first; by their names if the pointer cannot be read. */
    StateHistory history(StateName name, int limit) {
        try {
            return records.chain(name, pointers.read(name), limit);
        } catch (StoreException.Corrupted e) {
            List<StateVersion> named = all(Shelf.HISTORY, name).stream().limit(limit).toList();
            return new StateHistory(
                    named, List.of(String.valueOf(explained(name, e).getMessage())));
        }
    }

    /** All that can be told of a state in a list of many; empty if somebody locked it, and nothing came of it. */
    Optional<StateEntry> entry(StateName name) {
        try {
            Pointer pointer = pointers.read(name);
            return pointer.number() > 0 || !records.ids(Shelf.ORPHANS, name).isEmpty()
                    ? Optional.of(StateEntry.of(name, pointer))
                    : Optional.empty();
        } catch (StoreException.Corrupted e) {
            return Optional.of(
                    new StateEntry(
                            name, null, null, String.valueOf(explained(name, e).getMessage())));
        }
    }

    /** All of a shelf that can be read, newest first. */
    List<StateVersion> all(Shelf shelf, StateName name) {
        return records.each(shelf, name).toList();
    }

    /** What is current, and the latest that were sent, in no order. */
    Stream<StateVersion> latest(StateName name) {
        return Stream.concat(
                known(name).map(Pointer::current).stream(),
                records.ids(Shelf.HISTORY, name).reversed().stream()
                        .limit(SEARCHED_MAX)
                        .flatMap(id -> records.readable(Shelf.HISTORY, name, id).stream()));
    }

    /** What stands for a pointer that cannot be read, when this version is restored. */
    Pointer lost(StateName name, StateVersion restored) {
        return new LostPointer(pointers, records).of(name, restored);
    }

    /** Empty also if it is not known. */
    Optional<StateVersion> currentIfKnown(StateName name) {
        try {
            return Optional.ofNullable(pointers.read(name).current());
        } catch (StoreException.Corrupted e) {
            return Optional.empty();
        }
    }

    /** The version with this id, wherever it lies. */
    Optional<StateVersion> find(StateName name, String id) {
        Optional<StateVersion> current = known(name).map(Pointer::current);
        return current.filter(version -> version.id().equals(id)).isPresent()
                ? current
                : records.find(name, id);
    }

    /** What was current then; a backup only in the place of a version that is lost, and never by when it was made. */
    Optional<StateVersion> at(StateName name, RestorePoint.AtTime point) {
        Optional<StateVersion> current = records.currentAt(name, known(name), point.time());
        String id = current.map(StateVersion::id).orElse("");
        return all(Shelf.BACKUPS, name).stream()
                .filter(backup -> Backups.of(backup).compareTo(id) >= 0)
                .filter(backup -> !VersionIds.isAfter(Backups.of(backup), point.time()))
                .filter(backup -> isLost(name, Backups.of(backup)))
                .max(Comparator.comparing(Backups::of))
                .or(() -> current);
    }

    private boolean isLost(StateName name, String id) {
        return records.readable(Shelf.HISTORY, name, id)
                .filter(version -> isWhole(version))
                .isEmpty();
    }

    /** What was sent until then, and after the last version of which it is known that it was current. */
    Optional<StateVersion> inDoubtAt(StateName name, RestorePoint.AtTime point) {
        return later(name).filter(version -> !version.at().isAfter(point.time()));
    }

    /** What was sent after the version that the pointer's copy names, where the pointer itself cannot say. */
    private Optional<StateVersion> later(StateName name) {
        try {
            pointers.read(name);
            return Optional.empty();
        } catch (StoreException.Corrupted e) {
            return pointers.lastKnown(name)
                    .flatMap(known ->
                            records.each(Shelf.HISTORY, name)
                                    .filter(version -> version.number() > known.number())
                                    .findFirst());
        }
    }

    private Optional<Pointer> known(StateName name) {
        try {
            return Optional.of(pointers.read(name));
        } catch (StoreException.Corrupted e) {
            return pointers.lastKnown(name);
        }
    }
}
