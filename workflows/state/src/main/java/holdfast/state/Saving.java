package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves a version: first its body and its record, which nobody looks at yet, then the pointer, by which alone it becomes the
 * current one, or is refused.
 */
final class Saving {
    private static final Logger LOG = LoggerFactory.getLogger(Saving.class);
    private static final int CHAIN_SEARCHED = 50;

    private final Pointers pointers;
    private final Records records;
    private final Bodies bodies;
    private final VersionIds ids;
    private final Orphans orphans;

    Saving(Pointers pointers, Archive archive, Orphans orphans) {
        this.pointers = pointers;
        this.records = archive.records();
        this.bodies = archive.bodies();
        this.ids = archive.ids();
        this.orphans = orphans;
    }

    SaveOutcome save(StateName name, SaveRequest request, byte[] body, long bytesMax) {
        try {
            return save(name, request, new ByteArrayInputStream(body), bytesMax);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory can be read", e);
        }
    }

    SaveOutcome save(StateName name, SaveRequest request, InputStream body, long bytesMax)
            throws IOException {
        Pointer before = pointers.read(name);
        bodies.requireKeys(before);
        Instant at = ids.after(before.movedAt(), request.writer().token());
        String id = VersionIds.id(at);
        Bodies.Written written = bodies.write(Shelf.HISTORY.bodyKey(name, id), body, bytesMax);
        var attempt = new Attempt(name, request, written, new LinkedHashSet<>());
        SaveOutcome outcome;
        try {
            if (before.equals(Pointer.NEW)) {
                begin(name, request.writer().stamp(at));
            }
            outcome = pointers.change(name, pointer -> decide(attempt, pointer, at, id));
        } catch (StoreException.OutcomeUnknown e) {
            throw e; // It may be the current version: nothing of it is touched.
        } catch (StoreException | InvalidRequestException e) {
            withdraw(attempt, null);
            throw e;
        }
        return switch (outcome) {
            case SaveOutcome.Saved saved -> {
                withdraw(attempt, saved.version());
                yield saved;
            }
            case SaveOutcome.Unchanged unchanged -> {
                withdraw(attempt, unchanged.version());
                yield unchanged;
            }
            case SaveOutcome.Fenced fenced ->
                    new SaveOutcome.Fenced(fenced.by(), refuse(attempt, "a larger token was here"));
            case SaveOutcome.Changed changed ->
                    new SaveOutcome.Changed(
                            changed.now(), refuse(attempt, "the state was saved by another"));
        };
    }

    /** There is a pointer before there is a record: records without one mean that it was lost. */
    private void begin(StateName name, StateStamp stamp) {
        pointers.change(
                name,
                pointer ->
                        pointer.equals(Pointer.NEW)
                                ? new Pointers.Move.Put<>(pointer.stamped(stamp), stamp)
                                : new Pointers.Move.Answer<>(stamp));
    }

    /** @param tried the ids under which records of this save were written */
    private record Attempt(
            StateName name, SaveRequest request, Bodies.Written written, Set<String> tried) {}

    private Pointers.Move<SaveOutcome> decide(
            Attempt attempt, Pointer pointer, Instant at, String id) {
        Writer writer = attempt.request().writer();
        StateVersion current = pointer.current();
        StateVersion mine = mine(attempt, pointer);
        if (mine != null) {
            return new Pointers.Move.Answer<>(new SaveOutcome.Saved(mine));
        }
        if (current != null && isAlreadyThere(attempt, current)) {
            return new Pointers.Move.Answer<>(new SaveOutcome.Unchanged(current));
        }
        var fence = pointer.against(writer);
        if (fence.isPresent()) {
            return new Pointers.Move.Answer<>(new SaveOutcome.Fenced(fence.get(), null));
        }
        if (!attempt.request().base().holds(current)) {
            return new Pointers.Move.Answer<>(new SaveOutcome.Changed(current, null));
        }
        bodies.requireKeys(pointer);
        boolean inOrder = at.isAfter(pointer.movedAt());
        Instant time = inOrder ? at : ids.after(pointer.movedAt(), writer.token());
        StateVersion next = version(attempt, pointer, time, inOrder ? id : VersionIds.id(time));
        records.put(Shelf.HISTORY, attempt.name(), next);
        attempt.tried().add(next.id());
        return new Pointers.Move.Put<>(
                pointer.at(next).stamped(writer.stamp(time)), new SaveOutcome.Saved(next));
    }

    /** Not for a restore: what it is called for may be that the stored body is damaged. */
    private boolean isAlreadyThere(Attempt attempt, StateVersion current) {
        return current.digest().equals(attempt.written().digest())
                && !attempt.request().operation().equals(Restoring.OPERATION)
                && bodies.isWhole(current);
    }

    /** The version that an earlier attempt made current, although its answer was lost; null if none did. */
    private @Nullable StateVersion mine(Attempt attempt, Pointer pointer) {
        if (attempt.tried().isEmpty()) {
            return null;
        }
        return records.chain(attempt.name(), pointer, CHAIN_SEARCHED).versions().stream()
                .filter(version -> attempt.tried().contains(version.id()))
                .findFirst()
                .orElse(null);
    }

    private StateVersion version(Attempt attempt, Pointer pointer, Instant at, String id) {
        SaveRequest request = attempt.request();
        Writer writer = request.writer();
        return new StateVersion(
                id,
                pointer.number() + 1,
                pointer.last(),
                at,
                writer.saver().name(),
                writer.lock(),
                writer.client(),
                writer.token().value(),
                writer.path().text(),
                request.operation(),
                attempt.written().digest(),
                attempt.written().place(),
                bodies.withKey(facts(request)));
    }

    /** With whose credential it is saved: a name may be that of several. */
    private static Map<String, String> facts(SaveRequest request) {
        String identity = request.writer().saver().identity();
        if (identity.isEmpty()) {
            return request.facts();
        }
        Map<String, String> facts = new LinkedHashMap<>(request.facts());
        facts.put(Saver.IDENTITY, identity);
        return facts;
    }

    /** Answers the id under which the body is kept, null if it is not. */
    private @Nullable String refuse(Attempt attempt, String why) {
        if (attempt.request().whenRefused() == SaveRequest.WhenRefused.DROP) {
            withdraw(attempt, null);
            return null;
        }
        Instant at = ids.now(attempt.request().writer().token());
        Map<String, String> facts = new LinkedHashMap<>(attempt.request().facts());
        facts.put("refused", why);
        Attempt kept =
                new Attempt(
                        attempt.name(),
                        attempt.request().with(facts),
                        attempt.written(),
                        attempt.tried());
        StateVersion refused = version(kept, Pointer.NEW, at, VersionIds.id(at));
        String orphan = orphans.adopt(attempt.name(), refused);
        if (refused.id().equals(orphan)) {
            clearRecords(attempt, null);
        } else {
            withdraw(attempt, null);
        }
        return orphan;
    }

    /** Takes away what nobody will look at. What cannot be taken away now goes with its age. */
    private void withdraw(Attempt attempt, @Nullable StateVersion kept) {
        try {
            clearRecords(attempt, kept);
            if (kept == null || !kept.body().equals(attempt.written().place())) {
                bodies.remove(attempt.written().place());
            }
        } catch (StoreException e) {
            LOG.warn("what was not saved of '{}' could not be cleared away", attempt.name(), e);
        }
    }

    private void clearRecords(Attempt attempt, @Nullable StateVersion kept) {
        attempt.tried().stream()
                .filter(id -> kept == null || !id.equals(kept.id()))
                .forEach(id -> records.remove(Shelf.HISTORY, attempt.name(), id));
    }
}
