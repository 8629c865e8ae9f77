package holdfast.state;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * What stands at the top of a state of Terraform's, which may be large: the rest is walked through and not kept.
 *
 * @param isState whether it has what every state has, encrypted or not
 * @param facts serial and lineage, as far as it has them
 */
record TerraformMembers(boolean isState, Map<String, String> facts) {
    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    .maxNumberLength(1_000)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private static final TerraformMembers NONE = new TerraformMembers(false, Map.of());

    static TerraformMembers of(byte[] body) {
        try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return NONE;
            }
            TerraformMembers found = members(json);
            return json.nextToken() == null ? found : NONE;
        } catch (JacksonException e) {
            return NONE;
        }
    }

    private static TerraformMembers members(JsonParser json) {
        boolean isState = false;
        var facts = new TreeMap<String, String>();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = json.currentName();
            JsonToken value = json.nextToken();
            switch (name) {
                case "version", "encrypted_data" -> isState = true;
                case Succession.SERIAL -> {
                    if (value.isNumeric()) {
                        facts.put(name, json.getString());
                    }
                }
                case Succession.LINEAGE -> {
                    if (value == JsonToken.VALUE_STRING) {
                        facts.put(name, json.getString());
                    }
                }
                default -> {}
            }
            json.skipChildren();
        }
        return new TerraformMembers(isState, facts);
    }
}
