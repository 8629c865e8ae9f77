package holdfast.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Small documents that tell by a member of their own whether they are what was written. White space does not count. */
final class SelfCheck {
    private static final String MEMBER = "check";

    private SelfCheck() {}

    static byte[] toJson(Map<String, @Nullable Object> members) {
        var all = new LinkedHashMap<>(members);
        all.put(MEMBER, digest(members));
        return JsonTree.pretty(all);
    }

    /**
     * Documents without that member are taken as they are.
     *
     * @throws IllegalArgumentException if it is no JSON object, or not what was written
     */
    static Map<String, @Nullable Object> parse(byte[] text) {
        var members = new LinkedHashMap<>(JsonTree.object(text));
        Object said = members.remove(MEMBER);
        if (said != null && !said.equals(digest(members))) {
            throw new IllegalArgumentException("it was changed after it was written");
        }
        return members;
    }

    /**
     * The same, read further.
     *
     * @throws IllegalArgumentException also if its members are none that can be read: numbers out of all bounds, times that are none
     */
    static <T> T parse(byte[] text, Function<Map<String, @Nullable Object>, T> reading) {
        try {
            return reading.apply(parse(text));
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String digest(Map<String, @Nullable Object> members) {
        return "sha256:" + Digests.of(JsonTree.canonical(members)).sha256();
    }
}
