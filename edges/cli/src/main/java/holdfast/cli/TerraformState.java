package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.LoadedState;
import holdfast.state.Origin;
import holdfast.state.StateName;
import holdfast.state.StateVersion;
import holdfast.state.States;
import holdfast.state.TerraformOrigin;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A state of Terraform that somebody hands over, and what it is known by.
 *
 * @param facts its serial and lineage
 */
record TerraformState(Map<String, String> facts) {
    private static final String SERIAL = "serial";
    private static final String LINEAGE = "lineage";

    /**
     * @param source what people call the place that the bytes are from
     * @throws InvalidRequestException if this is no state
     */
    static TerraformState of(byte[] body, String source) {
        byte[] checked = new TerraformOrigin(new Given(body, source), source, source, null).read();
        Map<String, String> facts = TerraformOrigin.facts(checked);
        if (!facts.containsKey(LINEAGE) || !facts.getOrDefault(SERIAL, "").matches("[0-9]+")) {
            throw new InvalidRequestException(
                    source
                            + " is not a state of Terraform or OpenTofu: it has no serial or lineage");
        }
        return new TerraformState(facts);
    }

    /** Why it should not follow the state that is there; empty if it may. In the words of the server. */
    Optional<String> alarm(States states, StateName name) {
        Map<String, String> before = before(states, name);
        String oldLineage = before.get(LINEAGE);
        String lineage = facts.getOrDefault(LINEAGE, "");
        if (oldLineage != null && !oldLineage.equals(lineage)) {
            return Optional.of("the lineage changed from " + oldLineage + " to " + lineage);
        }
        String oldSerial = before.getOrDefault(SERIAL, "");
        String serial = facts.getOrDefault(SERIAL, "");
        return oldSerial.matches("[0-9]+")
                        && new BigInteger(serial).compareTo(new BigInteger(oldSerial)) < 0
                ? Optional.of("the serial went back from " + oldSerial + " to " + serial)
                : Optional.empty();
    }

    /** A version that was restored or recovered does not say it beside its body. */
    private static Map<String, String> before(States states, StateName name) {
        StateVersion current = states.pointer(name).current();
        if (current == null || current.facts().containsKey(SERIAL)) {
            return current == null ? Map.of() : current.facts();
        }
        try {
            return states.load(name)
                    .map(LoadedState::body)
                    .map(TerraformOrigin::facts)
                    .orElse(Map.of());
        } catch (IllegalArgumentException e) {
            return Map.of(); // What is there is no state: anything is better.
        }
    }

    /** What the history should know. */
    Map<String, String> factsWith(Optional<String> alarm) {
        var all = new TreeMap<>(facts);
        alarm.ifPresent(text -> all.put("alarm", text));
        return all;
    }

    /** So that what is handed over is looked at as what is taken over is. */
    private record Given(byte[] body, String source) implements Origin {
        @Override
        public Optional<byte[]> read(String path) {
            return Optional.of(body);
        }

        @Override
        public List<String> list(String folder) {
            return List.of();
        }

        @Override
        public String place(String path) {
            return source;
        }

        @Override
        public void close() {}
    }
}
