package holdfast.state;

import holdfast.model.InvalidRequestException;
import holdfast.model.SubPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts what one component's deployment changed into a state that another's may have changed meanwhile. A writer whose lock covers a
 * path brings the resources at and below it, deployments, and what it changed of everything that has no path.
 */
final class StateMerge {
    /** Members with a rule of their own; {@code prepared} fills in the rest of these. */
    private static final Set<String> RULED =
            Set.of(
                    StateDocument.RESOURCES,
                    StateDocument.HISTORY,
                    StateDocument.METADATA,
                    StateDocument.LOCK,
                    StateDocument.CHECKSUMS);

    private final SubPath path;
    private final StateDocument base;
    private final StateDocument mine;
    private final StateDocument current;
    private final List<String> clashes = new ArrayList<>();

    /**
     * @param base what the writer loaded
     * @param mine what it made of it
     * @param current what is there now
     */
    StateMerge(SubPath path, StateDocument base, StateDocument mine, StateDocument current) {
        this.path = path;
        this.base = base;
        this.mine = mine;
        this.current = current;
    }

    /**
     * Empty if others changed the same things.
     *
     * @throws InvalidRequestException if the writer changed what does not belong to its path
     */
    Optional<StateDocument> merged() {
        var next = new LinkedHashMap<String, @Nullable Object>(current.members());
        next.put(StateDocument.RESOURCES, resources());
        next.put(
                StateDocument.OUTPUTS,
                threeWay(
                        StateDocument.OUTPUTS,
                        base.object(StateDocument.OUTPUTS),
                        mine.object(StateDocument.OUTPUTS),
                        current.object(StateDocument.OUTPUTS)));
        next.put(StateDocument.HISTORY, history());
        next.put(StateDocument.METADATA, metadata());
        rest().forEach(next::put);
        return clashes.isEmpty() ? Optional.of(new StateDocument(next)) : Optional.empty();
    }

    private Map<String, @Nullable Object> resources() {
        var next = new LinkedHashMap<String, @Nullable Object>(current.resources());
        for (String name : names(base.resources(), mine.resources(), current.resources())) {
            Object was = base.resources().get(name);
            Object is = mine.resources().get(name);
            if (StateDocument.belongs(path, name)) {
                Object now = current.resources().get(name);
                if (!Objects.equals(was, now) && !Objects.equals(is, now)) {
                    clashes.add(name);
                }
                set(next, name, is, mine.resources().containsKey(name));
            } else if (!Objects.equals(was, is)) {
                throw new InvalidRequestException(
                        "resource '"
                                + name
                                + "' does not belong to '"
                                + path
                                + "', which is all that this lock covers");
            }
        }
        return next;
    }

    /** What the writer changed is taken, if nobody else changed the same. */
    private Map<String, @Nullable Object> threeWay(
            String what,
            Map<String, @Nullable Object> was,
            Map<String, @Nullable Object> is,
            Map<String, @Nullable Object> now) {
        var next = new LinkedHashMap<String, @Nullable Object>(now);
        for (String name : names(was, is, now)) {
            if (isSame(name, was, is)) {
                continue;
            }
            if (!isSame(name, was, now) && !isSame(name, is, now)) {
                clashes.add(what + "." + name);
            }
            set(next, name, is.get(name), is.containsKey(name));
        }
        return next;
    }

    private Map<String, @Nullable Object> rest() {
        var was = new LinkedHashMap<>(base.members());
        var is = new LinkedHashMap<>(mine.members());
        var now = new LinkedHashMap<>(current.members());
        for (var members : List.of(was, is, now)) {
            members.keySet().removeAll(RULED);
            members.remove(StateDocument.OUTPUTS);
        }
        return threeWay("state", was, is, now);
    }

    /** New deployments first, as in the format; one that went on is replaced by what became of it. */
    private List<@Nullable Object> history() {
        var added = new ArrayList<@Nullable Object>();
        var kept = new ArrayList<@Nullable Object>(current.history());
        for (Map<String, @Nullable Object> entry : mine.history()) {
            if (base.history().contains(entry) || current.history().contains(entry)) {
                continue;
            }
            Object id = entry.get("deployment_id");
            int at = id == null ? -1 : indexOf(current.history(), id);
            if (at < 0) {
                added.add(entry);
            } else {
                kept.set(at, entry);
            }
        }
        added.addAll(kept);
        return added;
    }

    private static int indexOf(List<Map<String, @Nullable Object>> entries, Object id) {
        for (int i = 0; i < entries.size(); i++) {
            if (id.equals(entries.get(i).get("deployment_id"))) {
                return i;
            }
        }
        return -1;
    }

    /** Tells of the latest save, so what the writer says of itself is taken. */
    private Map<String, @Nullable Object> metadata() {
        var next = new LinkedHashMap<>(current.object(StateDocument.METADATA));
        Map<String, @Nullable Object> was = base.object(StateDocument.METADATA);
        mine.object(StateDocument.METADATA)
                .forEach((name, value) -> {
                    if (!Objects.equals(was.get(name), value)) {
                        next.put(name, value);
                    }
                });
        return next;
    }

    private static boolean isSame(
            String name, Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        return one.containsKey(name) == other.containsKey(name)
                && Objects.equals(one.get(name), other.get(name));
    }

    private static void set(
            Map<String, @Nullable Object> members,
            String name,
            @Nullable Object value,
            boolean there) {
        if (there) {
            members.put(name, value);
        } else {
            members.remove(name);
        }
    }

    @SafeVarargs
    private static Set<String> names(Map<String, @Nullable Object>... maps) {
        var names = new LinkedHashSet<String>();
        for (Map<String, @Nullable Object> map : maps) {
            names.addAll(map.keySet());
        }
        return names;
    }
}
