package holdfast.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What Pulumi knows of a stack, told in our own format. What Pulumi has encrypted stays so. */
final class PulumiCheckpoint {
    private static final String STACK_TYPE = "pulumi:pulumi:Stack";
    private static final String OWN_TYPES = "pulumi:";
    private static final String SEPARATOR = "::";

    private final List<Map<String, @Nullable Object>> resources = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private Map<String, @Nullable Object> outputs = new LinkedHashMap<>();

    /** @throws IllegalArgumentException if it is none */
    PulumiCheckpoint(Map<String, @Nullable Object> json) {
        Object latest =
                new Fields(object("checkpoint", json.get("checkpoint")))
                        .object("latest")
                        .get("resources");
        if (latest == null) {
            return; // a stack that was never deployed
        }
        if (!(latest instanceof List<?> all)) {
            throw new IllegalArgumentException("'resources' is not a list");
        }
        for (Object each : all) {
            Map<String, @Nullable Object> resource = object("resources", each);
            String type = new Fields(resource).text("type");
            if (type.equals(STACK_TYPE)) {
                outputs = object("outputs", resource.get("outputs"));
            } else if (!type.startsWith(OWN_TYPES)) {
                resources.add(resource);
                name(new Fields(resource).text("urn"), type);
            }
        }
    }

    private static Map<String, @Nullable Object> object(String name, @Nullable Object value) {
        if (value == null && name.equals("checkpoint")) {
            throw new IllegalArgumentException("it has no 'checkpoint'");
        }
        return Fields.asObject(name, value);
    }

    /**
     * By the name that the program gave it; where two have the same, with the type too; where that is the same, with the types
     * of what it is a part of, as the URN has them.
     */
    private void name(String urn, String type) {
        int last = urn.lastIndexOf(SEPARATOR);
        String name = urn.substring(last + SEPARATOR.length());
        String types =
                urn.substring(urn.lastIndexOf(SEPARATOR, last - 1) + SEPARATOR.length(), last);
        names.put(
                urn,
                Stream.of(name, type + "/" + name, types + "/" + name)
                        .filter(free -> !names.containsValue(free))
                        .findFirst()
                        .orElse(urn));
    }

    byte[] document() {
        var all = new LinkedHashMap<String, @Nullable Object>();
        for (Map<String, @Nullable Object> resource : resources) {
            all.put(names.get(new Fields(resource).text("urn")), told(resource));
        }
        var document = new LinkedHashMap<String, @Nullable Object>();
        document.put("version", "1.0.0");
        document.put("format_version", StateDocument.FORMAT);
        document.put("resources", all);
        document.put("outputs", outputs);
        return JsonTree.pretty(document);
    }

    private Map<String, @Nullable Object> told(Map<String, @Nullable Object> resource) {
        var fields = new Fields(resource);
        var told = new LinkedHashMap<String, @Nullable Object>();
        told.put("kind", fields.text("type"));
        told.put("api_version", "pulumi");
        told.put("status", "ready");
        var lifecycle = new LinkedHashMap<String, @Nullable Object>();
        put(lifecycle, "created_at", resource.get("created"));
        put(lifecycle, "last_updated", resource.get("modified"));
        told.put("lifecycle", lifecycle);
        told.put("desired_config", fields.object("inputs"));
        told.put("actual_state", fields.object("outputs"));
        told.put("outputs", new LinkedHashMap<String, @Nullable Object>());
        var pulumi = new LinkedHashMap<String, @Nullable Object>();
        pulumi.put("urn", fields.text("urn"));
        put(pulumi, "id", resource.get("id"));
        told.put("pulumi", pulumi);
        told.put("dependencies", dependencies(resource.get("dependencies")));
        return told;
    }

    private static void put(
            Map<String, @Nullable Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    private List<@Nullable Object> dependencies(@Nullable Object urns) {
        var known = new ArrayList<@Nullable Object>();
        if (urns instanceof List<?> list) {
            for (Object urn : list) {
                String name = names.get(String.valueOf(urn));
                if (name != null) {
                    known.add(name);
                }
            }
        }
        return known;
    }
}
