package holdfast.state;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import holdfast.store.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the changes that people ask for, each by the holder of the state's lock. People see by whom while it is made. */
public final class StateChanges {
    private static final String PUSH = "push";

    private final States states;

    public StateChanges(States states) {
        this.states = states;
    }

    /** @throws IOException if the body cannot be read to its end */
    public StateChanged make(StateName name, Hold hold, StateChange change) throws IOException {
        Writer writer = Writer.of(hold);
        states.showHolder(name, hold);
        try {
            return StateChanged.of(
                    name,
                    switch (change) {
                        case StateChange.Push push -> push(name, part(writer, push.part()), push);
                        case StateChange.Restore restore -> restore(name, writer, restore.point());
                        case StateChange.Remove remove -> states.remove(name, writer);
                    });
        } finally {
            states.hideHolder(name, hold);
        }
    }

    private static Writer part(Writer writer, @Nullable SubPath part) {
        if (part == null) {
            return writer;
        }
        if (!writer.path().covers(part)) {
            throw new InvalidRequestException(
                    "lock " + writer.lock() + " does not cover '" + part + "'");
        }
        return writer.on(part);
    }

    /** Under one lock a version is restored once, however often that is asked for. */
    private SaveOutcome restore(StateName name, Writer writer, RestorePoint point) {
        return current(name)
                .filter(now -> point instanceof RestorePoint.OfVersion of && isIt(now, writer, of))
                .<SaveOutcome>map(SaveOutcome.Unchanged::new)
                .orElseGet(() -> states.restore(name, writer, point));
    }

    private static boolean isIt(StateVersion now, Writer writer, RestorePoint.OfVersion of) {
        return now.operation().equals(Restoring.OPERATION)
                && now.lock().equals(writer.lock())
                && of.id().equals(now.facts().get("restored_from"));
    }

    /** Empty also if that is not known: what is damaged is restored. */
    private Optional<StateVersion> current(StateName name) {
        return Optional.ofNullable(states.entry(name).current());
    }

    private SaveOutcome push(StateName name, Writer writer, StateChange.Push push)
            throws IOException {
        if (name.kind() == StateName.Kind.TERRAFORM && !writer.path().isWhole()) {
            throw new InvalidRequestException(
                    "a state of Terraform's has no parts: it is saved under a lock on all of it");
        }
        if (states.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        // What is there is looked at once nobody else writes.
        StateVersion current = states.pointer(name).current();
        SaveRequest.Base base =
                push.base() == null
                        ? SaveRequest.Base.of(current)
                        : new SaveRequest.Base.Loaded(push.base());
        Map<String, String> facts = facts(name, Succession.of(current, push.facts()), push);
        SaveRequest request = SaveRequest.of(writer, base).during(PUSH).with(facts);
        if (name.kind() == StateName.Kind.TERRAFORM) {
            return states.save(name, request, push.body());
        }
        byte[] body = states.stackBody(push.body());
        if (current != null && isIt(name, current, writer, body)) {
            return new SaveOutcome.Unchanged(current);
        }
        if (current != null
                && push.base() == null
                && push.whenOdd() == StateChange.WhenOdd.REFUSE) {
            requireBuiltOn(name, current, body);
        }
        return states.save(name, request, body);
    }

    /** Whether this very push made the current version: what is sent again differs only in when it is saved. */
    private boolean isIt(StateName name, StateVersion current, Writer writer, byte[] body) {
        if (!current.operation().equals(PUSH)
                || !current.lock().equals(writer.lock())
                || !current.path().equals(writer.path().text())) {
            return false;
        }
        try {
            return StateDocument.parse(states.read(current))
                    .saysTheSame(StateDocument.parse(body), name);
        } catch (StoreException.Corrupted e) {
            return false; // What is damaged is saved anew.
        }
    }

    /**
     * A state that was pulled says by its checksums what it was then. If that is not what is there now, others saved since, and
     * what they saved would be lost. One without checksums was not pulled.
     */
    private void requireBuiltOn(StateName name, StateVersion current, byte[] body) {
        var loaded = StateDocument.parse(body).object(StateDocument.CHECKSUMS);
        if (loaded.isEmpty()) {
            return;
        }
        var now = StateDocument.parse(states.read(current)).object(StateDocument.CHECKSUMS);
        for (String part : List.of(StateDocument.RESOURCES, StateDocument.OUTPUTS)) {
            if (loaded.containsKey(part) && !Objects.equals(loaded.get(part), now.get(part))) {
                throw new InvalidRequestException(
                        "nothing was changed: by its checksums this was not made of version "
                                + current.id()
                                + ", which is the current one, saved by "
                                + current.by()
                                + ". Name the version that it was made of (--base, base=), or force"
                                + " it (--force, force=true) if '"
                                + name
                                + "' shall be that state all the same.");
            }
        }
    }

    private static Map<String, String> facts(
            StateName name, Succession succession, StateChange.Push push) {
        Map<String, String> facts = new TreeMap<>(push.facts());
        Optional<String> alarm = succession.alarm();
        if (alarm.isPresent() && push.whenOdd() == StateChange.WhenOdd.REFUSE) {
            throw new InvalidRequestException(
                    "nothing was changed: "
                            + alarm.get()
                            + ". Force it (--force, force=true) if '"
                            + name
                            + "' shall be that state all the same.");
        }
        alarm.ifPresent(text -> facts.put("alarm", text));
        return facts;
    }
}
