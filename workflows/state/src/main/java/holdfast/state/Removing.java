package holdfast.state;

import java.time.Instant;
import java.util.Optional;

/** Takes the current state away, once under one lock. */
final class Removing {
    private final Records records;
    private final VersionIds ids;

    Removing(Archive archive) {
        this.records = archive.records();
        this.ids = archive.ids();
    }

    Pointers.Move<SaveOutcome> decide(StateName name, Pointer pointer, Writer writer) {
        Optional<StateStamp> fence = pointer.against(writer);
        if (fence.isPresent()) {
            return new Pointers.Move.Answer<>(new SaveOutcome.Fenced(fence.get(), null));
        }
        StateVersion current = pointer.current();
        if (current == null) {
            return new Pointers.Move.Answer<>(
                    removedBy(name, pointer, writer.lock())
                            .<SaveOutcome>map(SaveOutcome.Saved::new)
                            .orElse(new SaveOutcome.Changed(null, null)));
        }
        Instant now = ids.after(pointer.movedAt(), writer.token());
        return new Pointers.Move.Put<>(
                pointer.withoutState(now).stamped(writer.stamp(now)),
                new SaveOutcome.Saved(current));
    }

    /** What this lock removed, if nobody did anything since. */
    Optional<StateVersion> removedBy(StateName name, Pointer pointer, String lock) {
        String last = pointer.last();
        return last == null || !pointer.wasRemovedBy(lock)
                ? Optional.empty()
                : records.get(Shelf.HISTORY, name, last);
    }
}
