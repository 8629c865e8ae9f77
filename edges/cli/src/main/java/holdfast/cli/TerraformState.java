package holdfast.cli;

import holdfast.model.InvalidRequestException;
import holdfast.state.Origin;
import holdfast.state.TerraformOrigin;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
