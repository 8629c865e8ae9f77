package holdfast.state;

import holdfast.model.SubPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one small document on which everything turns: the current version, and the stamps. It is replaced as a whole, under the
 * version that was read, so whoever decides by it is right or is refused.
 *
 * @param number of the latest version that was ever current; counts on when the state is removed
 * @param current null before the first save and after a removal
 * @param last the id of the latest version that was ever current; null if none was
 * @param removed when a state was last removed; null if none was
 * @param clients what the latest writers called their locks, the newest last
 * @param key what the latest version that was ever current is encrypted with; null if with nothing
 */
public record Pointer(
        long number,
        @Nullable StateVersion current,
        @Nullable String last,
        Map<SubPath, StateStamp> stamps,
        @Nullable Instant removed,
        List<String> clients,
        @Nullable String key) {
    private static final String FORMAT = "holdfast-pointer-v1";
    static final Pointer NEW = new Pointer(0, null, null, Map.of(), null, List.of(), null);
    private static final int CLIENTS_MAX = 50;
    private static final int CLIENT_LENGTH_MAX = 128;

    public Pointer {
        stamps = java.util.Collections.unmodifiableMap(new TreeMap<>(stamps));
        clients = List.copyOf(clients);
    }

    /**
     * The highest stamp that keeps this writer out of its path; empty if it may write. Of two locks with one token, which
     * something outside must have brought about, only the first may.
     */
    Optional<StateStamp> against(Writer writer) {
        return stamps.values().stream()
                .filter(stamp -> stamp.path().overlaps(writer.path()))
                .filter(stamp -> isAbove(stamp, writer))
                .max(java.util.Comparator.comparing(StateStamp::token));
    }

    private static boolean isAbove(StateStamp stamp, Writer writer) {
        int order = stamp.token().compareTo(writer.token());
        return order > 0 || (order == 0 && !stamp.lock().equals(writer.lock()));
    }

    /** With the writer's stamp. Those below its path say nothing more: the new one covers them, and is not smaller. */
    Pointer stamped(StateStamp stamp) {
        var changed = new TreeMap<>(stamps);
        changed.keySet().removeIf(stamp.path()::covers);
        changed.put(stamp.path(), stamp);
        return new Pointer(number, current, last, changed, removed, with(stamp.client()), key);
    }

    private List<String> with(String client) {
        if (client.isEmpty() || client.length() > CLIENT_LENGTH_MAX) {
            return clients;
        }
        var all = new ArrayList<>(clients);
        all.remove(client);
        all.add(client);
        return all.subList(Math.max(0, all.size() - CLIENTS_MAX), all.size());
    }

    Pointer at(StateVersion version) {
        return new Pointer(
                version.number(),
                version,
                version.id(),
                stamps,
                removed,
                clients,
                version.facts().get(Bodies.KEY));
    }

    Pointer withoutState(Instant at) {
        return new Pointer(number, null, last, stamps, at, clients, key);
    }

    /** Whether the state is gone, and the latest removal was under this lock. */
    boolean wasRemovedBy(String lock) {
        return current == null
                && removed != null
                && stamps.values().stream()
                        .anyMatch(stamp -> stamp.lock().equals(lock) && stamp.at().equals(removed));
    }

    /** Whether the other tells of the same version, or of the same removal. */
    boolean tellsTheSameAs(Pointer other) {
        return Objects.equals(current, other.current)
                && Objects.equals(last, other.last)
                && (current != null || Objects.equals(removed, other.removed));
    }

    /** When the latest version became the current one or was removed; long ago if neither ever was. */
    Instant movedAt() {
        Instant gone = removed == null ? Instant.EPOCH : removed;
        return current == null || gone.isAfter(current.at()) ? gone : current.at();
    }

    byte[] toJson(StateName name) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("format", FORMAT);
        json.put("state", name.toString());
        json.put("number", JsonNumber.of(number));
        json.put("current", current == null ? null : current.toJson());
        json.put("last", last);
        json.put("removed", removed == null ? null : removed.toString());
        json.put("clients", clients);
        json.put("key", key);
        var marks = new LinkedHashMap<String, @Nullable Object>();
        stamps.forEach((path, stamp) -> marks.put(path.text(), stamp.toJson()));
        json.put("stamps", marks);
        return SelfCheck.toJson(json);
    }

    /** @throws IllegalArgumentException if it is no pointer, or that of another state */
    static Pointer fromJson(StateName name, byte[] text) {
        return SelfCheck.parse(text, json -> read(name, json));
    }

    private static Pointer read(StateName name, Map<String, @Nullable Object> json) {
        var fields = new Fields(json);
        if (!fields.text("format").equals(FORMAT)) {
            throw new IllegalArgumentException(
                    "its format is '" + fields.text("format") + "', not '" + FORMAT + "'");
        }
        if (!fields.text("state").equals(name.toString())) {
            throw new IllegalArgumentException("it is that of '" + fields.text("state") + "'");
        }
        var stamps = new TreeMap<SubPath, StateStamp>();
        fields.object("stamps")
                .forEach((path, stamp) ->
                        stamps.put(new SubPath(path), StateStamp.fromJson(path, stamp)));
        if (!json.containsKey("current")) {
            throw new IllegalArgumentException("it does not tell the current version");
        }
        Object member = json.get("current");
        StateVersion current =
                member == null ? null : StateVersion.fromJson(Fields.asObject("current", member));
        String removed = fields.optionalText("removed");
        return new Pointer(
                fields.number("number"),
                current,
                current == null ? fields.optionalText("last") : current.id(),
                stamps,
                removed == null ? null : Instant.parse(removed),
                fields.texts("clients"),
                current == null ? fields.optionalText("key") : current.facts().get(Bodies.KEY));
    }
}
