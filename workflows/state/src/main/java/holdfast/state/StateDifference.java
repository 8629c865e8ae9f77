package holdfast.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing in which two versions differ.
 *
 * @param path of JSON members, such as {@code resources.user-service/api.status}
 * @param before as JSON; null if it was not there
 * @param after as JSON; null if it is not there
 */
public record StateDifference(String path, @Nullable String before, @Nullable String after) {
    private enum Member {
        ABSENT
    }

    /** @throws IllegalArgumentException if one of them is not JSON */
    static List<StateDifference> between(byte[] before, byte[] after) {
        var found = new ArrayList<StateDifference>();
        compare("", JsonTree.object(before), JsonTree.object(after), found);
        return List.copyOf(found);
    }

    private static void compare(
            String path,
            @Nullable Object before,
            @Nullable Object after,
            List<StateDifference> found) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (before instanceof Map<?, ?> was && after instanceof Map<?, ?> is) {
            var names = new LinkedHashSet<Object>(was.keySet());
            names.addAll(is.keySet());
            for (Object name : names) {
                compare(
                        path.isEmpty() ? name.toString() : path + "." + name,
                        was.containsKey(name) ? was.get(name) : Member.ABSENT,
                        is.containsKey(name) ? is.get(name) : Member.ABSENT,
                        found);
            }
        } else if (before instanceof List<?> was && after instanceof List<?> is) {
            for (int i = 0; i < Math.max(was.size(), is.size()); i++) {
                compare(
                        path + "[" + i + "]",
                        i < was.size() ? was.get(i) : Member.ABSENT,
                        i < is.size() ? is.get(i) : Member.ABSENT,
                        found);
            }
        } else {
            found.add(new StateDifference(path, shown(before), shown(after)));
        }
    }

    private static @Nullable String shown(@Nullable Object value) {
        return value instanceof Member
                ? null
                : new String(JsonTree.canonical(value), StandardCharsets.UTF_8);
    }
}
