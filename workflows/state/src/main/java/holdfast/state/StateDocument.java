package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state of a stack in the format {@code deployer-state-v1}. Members that the format does not know are kept, wherever they are.
 */
public final class StateDocument {
    public static final String FORMAT = "deployer-state-v1";

    static final String METADATA = "metadata";
    static final String RESOURCES = "resources";
    static final String OUTPUTS = "outputs";
    static final String HISTORY = "deployment_history";
    static final String CHECKSUMS = "checksums";
    static final String LOCK = "lock";
    private static final String UPDATED = "last_updated";
    private static final String UPDATED_BY = "last_updated_by";

    private final Map<String, @Nullable Object> members;

    StateDocument(Map<String, @Nullable Object> members) {
        this.members = members;
    }

    /** What a stack begins with. */
    static StateDocument empty() {
        return new StateDocument(new LinkedHashMap<>());
    }

    /**
     * Reads a state.
     *
     * @throws InvalidRequestException if it is not one, saying where
     */
    public static StateDocument parse(byte[] text) {
        try {
            var document = new StateDocument(JsonTree.object(text));
            document.check();
            return document;
        } catch (InvalidRequestException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(
                    "this is not a state of the format " + FORMAT + ": " + e.getMessage());
        }
    }

    private void check() {
        Object format = members.get("format_version");
        if (!FORMAT.equals(format)) {
            throw new InvalidRequestException(
                    "this is not a state of the format "
                            + FORMAT
                            + ": its format_version is "
                            + (format == null ? "missing" : "'" + format + "'"));
        }
        for (String name : List.of(METADATA, LOCK, OUTPUTS, CHECKSUMS)) {
            Fields.asObject(name, members.get(name));
        }
        resources().forEach((name, resource) -> checkResource("resources." + name, resource));
        history();
    }

    private static void checkResource(String where, @Nullable Object resource) {
        if (resource == null) {
            throw new IllegalArgumentException("'" + where + "' is null");
        }
        Map<String, @Nullable Object> parts = Fields.asObject(where, resource);
        for (String part :
                List.of(
                        "lifecycle",
                        "desired_config",
                        "actual_state",
                        "outputs",
                        "pulumi",
                        "health",
                        "deployment")) {
            Fields.asObject(where + "." + part, parts.get(part));
        }
        Object dependencies = parts.get("dependencies");
        if (dependencies != null && !(dependencies instanceof List<?>)) {
            throw new IllegalArgumentException("'" + where + ".dependencies' is not a list");
        }
    }

    Map<String, @Nullable Object> members() {
        return members;
    }

    Map<String, @Nullable Object> object(String name) {
        return Fields.asObject(name, members.get(name));
    }

    Map<String, @Nullable Object> resources() {
        return object(RESOURCES);
    }

    /** The deployments that the document tells of, in its order. */
    List<Map<String, @Nullable Object>> history() {
        Object list = members.get(HISTORY);
        if (list == null) {
            return List.of();
        }
        if (!(list instanceof List<?> items)) {
            throw new IllegalArgumentException("'" + HISTORY + "' is not a list");
        }
        var entries = new ArrayList<Map<String, @Nullable Object>>();
        items.forEach(item -> entries.add(Fields.asObject(HISTORY, item)));
        return entries;
    }

    /**
     * As it is stored: every member of the format in its place, who saved it and when, and the checksums of what it says. Where a
     * lock stands is not for a state to tell, which outlives it: {@code lock} says unlocked, and {@code state.json.lock} shows the holder.
     */
    StateDocument prepared(StateName name, String by, Instant now) {
        var next = new LinkedHashMap<String, @Nullable Object>();
        next.put("version", members.getOrDefault("version", "1.0.0"));
        next.put("format_version", FORMAT);
        next.put(METADATA, metadata(name, by, now));
        next.put(LOCK, unlocked(object(LOCK)));
        next.put(RESOURCES, resources());
        next.put(OUTPUTS, object(OUTPUTS));
        next.put(HISTORY, new ArrayList<@Nullable Object>(history()));
        members.forEach((member, value) -> {
            if (!member.equals(CHECKSUMS)) {
                next.putIfAbsent(member, value);
            }
        });
        next.put(CHECKSUMS, checksums(next));
        return new StateDocument(next);
    }

    /** Whether it was made of one that was stored, and so tells all of it; any other may tell a part alone. */
    boolean isPulled() {
        return !object(CHECKSUMS).isEmpty();
    }

    /** Whether it says of itself that it was made of this one. */
    boolean saysItWas(StateDocument stored) {
        Map<String, @Nullable Object> said = object(CHECKSUMS);
        Map<String, @Nullable Object> there = stored.object(CHECKSUMS);
        return List.of(RESOURCES, OUTPUTS).stream()
                        .filter(said::containsKey)
                        .allMatch(part -> Objects.equals(said.get(part), there.get(part)))
                && wasSavedWith(stored);
    }

    /** Checksums tell nothing of deployments and of members that the format does not know. */
    private boolean wasSavedWith(StateDocument stored) {
        Map<String, @Nullable Object> said = object(METADATA);
        Map<String, @Nullable Object> there = stored.object(METADATA);
        return List.of(UPDATED, UPDATED_BY).stream()
                .allMatch(member -> Objects.equals(said.get(member), there.get(member)));
    }

    /** With what it does not tell: all that lies beside this path is as in the other. */
    StateDocument completed(SubPath path, StateDocument other) {
        var next = new LinkedHashMap<String, @Nullable Object>(members);
        other.members().forEach(next::putIfAbsent);
        next.put(OUTPUTS, completed(object(OUTPUTS), other.object(OUTPUTS)));
        var beside = new LinkedHashMap<String, @Nullable Object>(other.resources());
        beside.keySet().removeIf(name -> belongs(path, name));
        next.put(RESOURCES, completed(resources(), beside));
        return new StateDocument(next);
    }

    private static Map<String, @Nullable Object> completed(
            Map<String, @Nullable Object> told, Map<String, @Nullable Object> other) {
        var all = new LinkedHashMap<String, @Nullable Object>(told);
        other.forEach(all::putIfAbsent);
        return all;
    }

    /** Whether a resource lies at or below a path. */
    static boolean belongs(SubPath path, String resource) {
        try {
            return path.covers(new SubPath(resource));
        } catch (InvalidRequestException noPath) {
            return path.isWhole();
        }
    }

    /**
     * The same for all that are stored alike, but for who saves them and when.
     *
     * @throws InvalidRequestException if it is the state of another stack
     */
    String fingerprint(StateName name) {
        return Digests.of(JsonTree.canonical(prepared(name, "", Instant.EPOCH).members())).sha256();
    }

    private Map<String, @Nullable Object> metadata(StateName name, String by, Instant now) {
        var metadata = new LinkedHashMap<String, @Nullable Object>(object(METADATA));
        requireSame(metadata, "stack", name.stack());
        requireSame(metadata, "environment", name.environment());
        metadata.put(UPDATED, now.truncatedTo(ChronoUnit.SECONDS).toString());
        metadata.put(UPDATED_BY, by);
        return metadata;
    }

    /** A state of another stack, saved here by mistake, would be deployed over this one. */
    private static void requireSame(
            Map<String, @Nullable Object> metadata, String member, String expected) {
        Object found = metadata.putIfAbsent(member, expected);
        if (found != null && !found.equals(expected)) {
            throw new InvalidRequestException(
                    "this is the state of another "
                            + member
                            + ": metadata."
                            + member
                            + " is '"
                            + found
                            + "', not '"
                            + expected
                            + "'");
        }
    }

    private static Map<String, @Nullable Object> unlocked(Map<String, @Nullable Object> was) {
        var lock = new LinkedHashMap<String, @Nullable Object>(was);
        lock.put("locked", false);
        for (String member : List.of("lock_id", "locked_by", "locked_at", "expires_at")) {
            lock.put(member, null);
        }
        return lock;
    }

    private Map<String, @Nullable Object> checksums(Map<String, @Nullable Object> next) {
        var checksums = new LinkedHashMap<String, @Nullable Object>(object(CHECKSUMS));
        checksums.put(RESOURCES, checksum(next.get(RESOURCES)));
        checksums.put(OUTPUTS, checksum(next.get(OUTPUTS)));
        return checksums;
    }

    private static String checksum(@Nullable Object part) {
        return "sha256:" + Digests.of(JsonTree.canonical(part)).sha256();
    }

    public byte[] toJson() {
        return JsonTree.pretty(members);
    }
}
