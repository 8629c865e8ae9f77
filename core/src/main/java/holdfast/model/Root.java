package holdfast.model;

import java.util.List;

/**
 * The first part of a resource: one or more segments joined by {@code /}. All locks of one root are decided together, and
 * different roots never touch each other.
 */
public record Root(String text) implements Comparable<Root> {
    public static final int LENGTH_MAX = 200; // at most 800 bytes of UTF-8: a key in every store

    public Root {
        text = Names.checked("root", text, LENGTH_MAX);
        checkSegments("root", text);
    }

    static void checkSegments(String what, String text) {
        if (text.startsWith("/") || text.endsWith("/") || text.contains("//")) {
            throw new InvalidRequestException(
                    what
                            + " '"
                            + text
                            + "' has an empty segment: write segments joined by single slashes");
        }
    }

    /** Whether roots and paths may contain the character; if not, whoever makes a root from a foreign text must escape it. */
    public static boolean mayContain(int codePoint) {
        return Names.isShowable(codePoint);
    }

    public List<String> segments() {
        return List.of(text.split("/"));
    }

    @Override
    public int compareTo(Root other) {
        return Names.compare(text, other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
