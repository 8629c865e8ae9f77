package holdfast.state;

import holdfast.model.Hold;
import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import holdfast.store.StoreException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the changes that people ask for, each by the holder of the state's lock. */
public final class StateChanges {
    private static final String PUSH = "push";
    private static final String IMPORT = "import";

    /** How far back what was pulled is looked for. */
    private static final int VERSIONS_SEARCHED = 50;

    private final States states;

    public StateChanges(States states) {
        this.states = states;
    }

    /** @throws IOException if the body cannot be read to its end */
    public StateChanged make(StateName name, Hold hold, StateChange change) throws IOException {
        return make(name, Writer.of(hold), change);
    }

    /** @throws IOException if the body cannot be read to its end */
    public StateChanged make(StateName name, Writer writer, StateChange change) throws IOException {
        return StateChanged.of(
                name,
                switch (change) {
                    case StateChange.Push push -> push(name, part(writer, push.part()), push);
                    case StateChange.Import taken -> take(name, writer, taken);
                    case StateChange.Restore restore -> restore(name, writer, restore.point());
                    case StateChange.Remove remove -> states.remove(name, writer);
                });
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
        return states.currentIfKnown(name)
                .filter(now -> isOfThisLock(now, writer, Restoring.OPERATION))
                .filter(now -> isIt(now, states.meant(name, point)))
                // What is damaged is restored anew.
                .filter(now -> states.isSound(name, now))
                .<SaveOutcome>map(SaveOutcome.Unchanged::new)
                .orElseGet(() -> states.restore(name, writer, point));
    }

    private static boolean isOfThisLock(StateVersion now, Writer writer, String operation) {
        return now.operation().equals(operation) && now.lock().equals(writer.lock());
    }

    /** The latest of a time may be what was restored itself. */
    private static boolean isIt(StateVersion now, StateVersion meant) {
        return meant.id().equals(now.facts().get("restored_from")) || meant.equals(now);
    }

    private SaveOutcome push(StateName name, Writer writer, StateChange.Push push)
            throws IOException {
        if (name.kind() == StateName.Kind.TERRAFORM && !writer.path().isWhole()) {
            throw new InvalidRequestException(
                    "a state of Terraform's has no parts: it is saved under a lock on all of it");
        }
        return switch (name.kind()) {
            case TERRAFORM -> pushTerraform(name, writer, push);
            case STACK -> pushStack(name, writer, push);
        };
    }

    private SaveOutcome pushTerraform(StateName name, Writer writer, StateChange.Push push)
            throws IOException {
        if (states.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        // What is there is looked at once nobody else writes.
        StateVersion current = states.pointer(name).current();
        Map<String, String> facts = facts(name, Succession.of(current, push.facts()), push);
        return states.save(name, request(writer, push.base(), current).with(facts), push.body());
    }

    private SaveOutcome pushStack(StateName name, Writer writer, StateChange.Push push)
            throws IOException {
        byte[] body = states.stackBody(push.body());
        // What is no state of this stack is refused before anybody is kept out because of it.
        var sent = new Sent(PUSH, StateDocument.parse(body).fingerprint(name));
        Optional<SaveOutcome> answer = answered(name, writer, sent);
        if (answer.isPresent()) {
            return answer.get();
        }
        StateVersion current = states.pointer(name).current();
        String base = push.base();
        if (current != null && base == null && push.whenOdd() == StateChange.WhenOdd.REFUSE) {
            base = madeOf(name, current, writer, body);
        }
        SaveRequest request =
                request(writer, base, current).with(Map.of(StateVersion.SENT, sent.fingerprint()));
        return states.save(name, request, body);
    }

    /** What is sent, and by what its repetition is known to be one. */
    private record Sent(String operation, String fingerprint) {}

    /** Keeps others out, and answers who is kept out itself, or did this already. */
    private Optional<SaveOutcome> answered(StateName name, Writer writer, Sent sent) {
        return switch (states.stamp(name, writer)) {
            case StampOutcome.Fenced fenced ->
                    Optional.of(new SaveOutcome.Fenced(fenced.by(), null));
            case StampOutcome.Again again ->
                    repeated(name, again.pointer(), writer, sent).map(SaveOutcome.Unchanged::new);
            case StampOutcome.Stamped stamped -> Optional.empty();
        };
    }

    private SaveOutcome take(StateName name, Writer writer, StateChange.Import taken)
            throws IOException {
        writer.requireWhole("taken over");
        return switch (name.kind()) {
            case TERRAFORM -> takeTerraform(name, writer, taken);
            case STACK -> takeStack(name, writer, taken);
        };
    }

    private SaveOutcome takeTerraform(StateName name, Writer writer, StateChange.Import taken)
            throws IOException {
        if (states.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        StateVersion current = states.pointer(name).current();
        if (current == null || !isOfThisLock(current, writer, IMPORT)) {
            requirePlace(name, current, taken);
        }
        // What this very import brought is found to be there already.
        return states.save(name, request(writer, current, taken).with(taken.facts()), taken.body());
    }

    private SaveOutcome takeStack(StateName name, Writer writer, StateChange.Import taken)
            throws IOException {
        byte[] body = states.stackBody(taken.body());
        var sent = new Sent(IMPORT, StateDocument.parse(body).fingerprint(name));
        Optional<SaveOutcome> answer = answered(name, writer, sent);
        if (answer.isPresent()) {
            return answer.get();
        }
        StateVersion current = states.pointer(name).current();
        requirePlace(name, current, taken);
        states.putPulumi(name, taken.files());
        Map<String, String> facts = new TreeMap<>(taken.facts());
        facts.put(StateVersion.SENT, sent.fingerprint());
        return states.save(name, request(writer, current, taken).with(facts), body);
    }

    private static SaveRequest request(
            Writer writer, @Nullable StateVersion current, StateChange.Import taken) {
        return SaveRequest.of(
                        writer,
                        taken.whenThere() == StateChange.WhenThere.REPLACE
                                ? SaveRequest.Base.of(current)
                                : new SaveRequest.Base.Nothing())
                .during(IMPORT);
    }

    private static void requirePlace(
            StateName name, @Nullable StateVersion current, StateChange.Import taken) {
        if (current != null && taken.whenThere() == StateChange.WhenThere.REFUSE) {
            throw new InvalidRequestException(
                    "there is a state '"
                            + name
                            + "' already, version "
                            + current.id()
                            + "; say so (--replace, replace=true) to take the other in its place");
        }
    }

    private static SaveRequest request(
            Writer writer, @Nullable String base, @Nullable StateVersion current) {
        return SaveRequest.of(
                        writer,
                        base == null
                                ? SaveRequest.Base.of(current)
                                : new SaveRequest.Base.Loaded(base))
                .during(PUSH);
    }

    /**
     * The version that this very push or import made, if it is what its lock did last: what is sent again differs only in when it is saved.
     * Others may have saved other parts since.
     */
    private Optional<StateVersion> repeated(
            StateName name, Pointer pointer, Writer writer, Sent sent) {
        return Optional.ofNullable(pointer.stamps().get(writer.path()))
                .flatMap(stamp -> states.savedWith(name, stamp))
                .filter(version -> version.operation().equals(sent.operation()))
                .filter(version ->
                        sent.fingerprint().equals(version.facts().get(StateVersion.SENT)))
                // What is damaged is saved anew.
                .filter(version ->
                        !version.equals(pointer.current()) || states.isSound(name, version));
    }

    /**
     * A state that was pulled says by its checksums what it was then. If that is not what is there now, others saved since, and
     * what they saved would be lost; unless only a part is saved, beside what they saved. One without checksums was not pulled.
     */
    private String madeOf(StateName name, StateVersion current, Writer writer, byte[] body) {
        StateDocument mine = StateDocument.parse(body);
        if (!mine.isPulled() || isMadeOf(mine, current)) {
            return current.id();
        }
        Optional<StateVersion> earlier =
                writer.path().isWhole()
                        ? Optional.empty()
                        : states.history(name, VERSIONS_SEARCHED).stream()
                                .filter(version -> isMadeOf(mine, version))
                                .findFirst();
        return earlier.map(StateVersion::id)
                .orElseThrow(() ->
                        new InvalidRequestException(
                                "nothing was changed: by its checksums and metadata.last_updated this was"
                                        + " not made of version "
                                        + current.id()
                                        + ", which is the current one, saved by "
                                        + current.by()
                                        + ". Name the version that it was made of (--base, base=), or"
                                        + " force it (--force, force=true) if '"
                                        + name
                                        + "' shall be that state all the same."));
    }

    private boolean isMadeOf(StateDocument mine, StateVersion version) {
        try {
            return mine.saysItWas(StateDocument.parse(states.read(version)));
        } catch (StoreException.Corrupted e) {
            return false;
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
