package holdfast.model;

import java.util.List;

/** A part of a root: segments joined by {@code /}, or {@link #WHOLE} for all of it. */
public record SubPath(String text) implements Comparable<SubPath> {
    public static final int LENGTH_MAX = 400;
    public static final SubPath WHOLE = new SubPath("");

    public SubPath {
        if (!text.isEmpty()) {
            text = Names.checked("path", text, LENGTH_MAX);
            Root.checkSegments("path", text);
        }
    }

    public boolean isWhole() {
        return text.isEmpty();
    }

    /** Whether a lock on this path is also a lock on the other: the same path, or one above it by whole segments. */
    public boolean covers(SubPath other) {
        return covers(text, other.text);
    }

    static boolean covers(String upper, String lower) {
        return upper.isEmpty()
                || (lower.startsWith(upper)
                        && (lower.length() == upper.length()
                                || lower.charAt(upper.length()) == '/'));
    }

    public boolean overlaps(SubPath other) {
        return covers(other) || other.covers(this);
    }

    public List<String> segments() {
        return text.isEmpty() ? List.of() : List.of(text.split("/"));
    }

    @Override
    public int compareTo(SubPath other) {
        return Names.compare(text, other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
