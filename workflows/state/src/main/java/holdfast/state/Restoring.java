package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.store.StoreException;
import java.math.BigInteger;
import java.time.Instant;
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

    private final States states;
    private final Pointers pointers;
    private final Loading loading;

    Restoring(States states, Pointers pointers, Loading loading) {
        this.states = states;
        this.pointers = pointers;
        this.loading = loading;
    }

    SaveOutcome restore(StateName name, Writer writer, RestorePoint point) {
        if (!writer.path().isWhole()) {
            throw new InvalidRequestException("a state is restored under a lock on all of it");
        }
        StateVersion version = find(name, point);
        try (Room.Taken taken = Room.forWrites().takeWhole(version.digest().size())) {
            return restore(name, writer, version);
        }
    }

    private SaveOutcome restore(StateName name, Writer writer, StateVersion version) {
        byte[] body = body(name, version);
        repairPointer(name, writer);
        // From now on nobody saves a serial that is not seen here.
        if (states.stamp(name, writer) instanceof StampOutcome.Fenced fenced) {
            return new SaveOutcome.Fenced(fenced.by(), null);
        }
        return switch (name.kind()) {
            case STACK -> save(name, writer, new Content(body, facts(version)));
            case TERRAFORM -> save(name, writer, raised(name, version, body));
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

    private SaveOutcome save(StateName name, Writer writer, Content content) {
        var request =
                SaveRequest.of(writer, new SaveRequest.Base.Anything())
                        .during(OPERATION)
                        .with(content.facts());
        return states.save(name, request, content.body());
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

    /** The highest serial that any known version of this lineage has, this one included. */
    private BigInteger highest(StateName name, Map<String, String> facts) {
        return Stream.concat(
                        Stream.of(facts),
                        loading.candidates(name).stream().map(StateVersion::facts))
                .filter(other ->
                        Objects.equals(
                                other.get(Succession.LINEAGE), facts.get(Succession.LINEAGE)))
                .map(Succession::serial)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private StateVersion find(StateName name, RestorePoint point) {
        return switch (point) {
            case RestorePoint.OfVersion of -> states.version(name, of.id());
            case RestorePoint.AtTime at ->
                    loading.at(name, at)
                            .orElseThrow(() ->
                                    new InvalidRequestException(
                                            "there is no version of '"
                                                    + name
                                                    + "' from "
                                                    + at.time()
                                                    + " or before"));
        };
    }

    /** The latest stamps in it are lost, but every token is smaller than one that was granted now. */
    private void repairPointer(StateName name, Writer writer) {
        try {
            pointers.read(name);
        } catch (StoreException.Corrupted e) {
            Pointer known =
                    pointers.lastKnown(name)
                            .orElseGet(() ->
                                    loading.candidates(name).stream()
                                            .findFirst()
                                            .map(Pointer.NEW::at)
                                            .orElse(Pointer.NEW));
            // Who comes late even by what a copy knows is not let in.
            pointers.replaceBroken(
                    name,
                    known.against(writer).isPresent()
                            ? known
                            : known.stamped(writer.stamp(Instant.EPOCH)));
        }
    }
}
