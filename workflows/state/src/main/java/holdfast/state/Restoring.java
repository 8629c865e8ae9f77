package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Goes back to an earlier version, whatever is damaged. */
final class Restoring {
    static final String OPERATION = "restore";
    private static final int ATTEMPTS_MAX = 3;

    private final States states;
    private final Pointers pointers;
    private final Loading loading;

    Restoring(States states, Pointers pointers, Loading loading) {
        this.states = states;
        this.pointers = pointers;
        this.loading = loading;
    }

    SaveOutcome restore(StateName name, Writer writer, RestorePoint point) {
        writer.requireWhole("restored");
        StateVersion version = find(name, point);
        try (Room.Taken taken = Room.forWrites().takeWhole(version.digest().size())) {
            return restore(name, writer, version);
        }
    }

    private SaveOutcome restore(StateName name, Writer writer, StateVersion version) {
        byte[] body = body(name, version);
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            if (!isBroken(name)) {
                return overWhole(name, writer, version, body);
            }
            SaveOutcome outcome = overBroken(name, writer, version, body);
            if (!(outcome instanceof SaveOutcome.Changed)) {
                return outcome;
            }
            // Another restored it meanwhile.
        }
        throw new StoreException.Unavailable("'" + name + "' was just changed by others", null);
    }

    private boolean isBroken(StateName name) {
        try {
            pointers.read(name);
            return false;
        } catch (StoreException.Corrupted e) {
            return true;
        }
    }

    private SaveOutcome overWhole(
            StateName name, Writer writer, StateVersion version, byte[] body) {
        // From now on nobody saves a serial that is not seen here.
        if (states.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        var request = SaveRequest.of(writer, new SaveRequest.Base.Anything());
        return save(name, request, content(name, version, body));
    }

    /** In one step: what is restored is in the first pointer that can be read again. Until then nobody can save. */
    private SaveOutcome overBroken(
            StateName name, Writer writer, StateVersion version, byte[] body) {
        Pointer known = loading.lost(name, version);
        Pointers mending = pointers.takingForBroken(known);
        var request = SaveRequest.of(writer, SaveRequest.Base.of(known.current()));
        var onKnown = new Restoring(states.over(mending), mending, loading);
        return onKnown.save(name, request, onKnown.content(name, version, body));
    }

    private Content content(StateName name, StateVersion version, byte[] body) {
        return switch (name.kind()) {
            case STACK -> new Content(body, facts(version));
            case TERRAFORM -> raised(name, version, body);
        };
    }

    private byte[] body(StateName name, StateVersion version) {
        try {
            return states.read(version);
        } catch (StoreException.Corrupted e) {
            throw new StoreException.Corrupted(
                    "nothing was changed: "
                            + e.getMessage()
                            + ". The other versions: holdfast state history "
                            + name,
                    e);
        }
    }

    private record Content(byte[] body, Map<String, String> facts) {}

    private SaveOutcome save(StateName name, SaveRequest request, Content content) {
        return states.save(name, request.during(OPERATION).with(content.facts()), content.body());
    }

    /** What its body says stays true of it. */
    private static Map<String, String> facts(StateVersion version) {
        Map<String, String> facts = new TreeMap<>(version.facts());
        facts.keySet().retainAll(Set.of(Succession.SERIAL, Succession.LINEAGE));
        facts.put("restored_from", version.id());
        return facts;
    }

    /** With a serial that this lineage never had here; as it is, where only its owner can write one. */
    private Content raised(StateName name, StateVersion version, byte[] body) {
        Map<String, String> facts = facts(version);
        byte[] content = body;
        Optional<PlainSerial> serial = PlainSerial.in(body);
        if (serial.isPresent()) {
            facts.put(Succession.SERIAL, serial.get().text());
            facts.put(Succession.LINEAGE, serial.get().lineage());
            BigInteger next = highest(name, facts).add(BigInteger.ONE);
            Optional<byte[]> changed = serial.get().replaced(body, next);
            if (changed.isPresent()) {
                content = changed.get();
                facts.put("serial_was", serial.get().text());
                facts.put(Succession.SERIAL, next.toString());
            }
        }
        Succession.of(pointers.read(name).current(), facts)
                .alarm()
                .ifPresent(alarm -> facts.put("alarm", alarm));
        return new Content(content, facts);
    }

    /** The highest serial that any known version of this lineage has, this one included; also one that may never have been current. */
    private BigInteger highest(StateName name, Map<String, String> facts) {
        return Stream.concat(Stream.of(facts), loading.latest(name).map(StateVersion::facts))
                .filter(other ->
                        Objects.equals(
                                other.get(Succession.LINEAGE), facts.get(Succession.LINEAGE)))
                .map(Succession::serial)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    StateVersion find(StateName name, RestorePoint point) {
        return switch (point) {
            case RestorePoint.OfVersion of -> states.version(name, of.id());
            case RestorePoint.AtTime at -> find(name, at);
        };
    }

    private StateVersion find(StateName name, RestorePoint.AtTime at) {
        StateVersion version =
                loading.at(name, at)
                        .orElseThrow(() ->
                                new InvalidRequestException(
                                        "there is no version of '"
                                                + name
                                                + "' from "
                                                + at.time()
                                                + " or before"));
        Optional<StateVersion> doubt = loading.inDoubtAt(name, at);
        if (doubt.isPresent()) {
            throw new InvalidRequestException(
                    "nothing was changed: it is not known which version was current at "
                            + at.time()
                            + ". "
                            + doubt.get().id()
                            + " was sent by "
                            + doubt.get().by()
                            + ", and nobody knows whether its save came to its end. Compare both, and"
                            + " name one: --to "
                            + version.id()
                            + " or --to "
                            + doubt.get().id());
        }
        return version;
    }
}
