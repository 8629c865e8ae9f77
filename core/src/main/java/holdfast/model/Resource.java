package holdfast.model;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is locked: a root and a path in it, written {@code root} or {@code root//path}. A lock on a resource covers
 * everything below it.
 *
 * @param originalKey the key of another design that this resource was made from; no part of its identity
 */
public record Resource(Root root, SubPath path, @Nullable String originalKey)
        implements Comparable<Resource> {
    private static final Comparator<Resource> CANONICAL =
            Comparator.comparing(Resource::root).thenComparing(Resource::path);
    private static final String SEPARATOR = "//";
    private static final int ORIGINAL_KEY_LENGTH_MAX = 1_000;

    public Resource {
        if (originalKey != null) {
            checkOriginalKey(originalKey);
        }
    }

    public Resource(Root root, SubPath path) {
        this(root, path, null);
    }

    /** Reads {@code root} or {@code root//path}. */
    public static Resource parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            return new Resource(new Root(text), SubPath.WHOLE);
        }
        String path = text.substring(separator + SEPARATOR.length());
        if (path.isEmpty()) {
            throw new InvalidRequestException(
                    "resource " + Names.shown(text) + " names no path after its '//'");
        }
        return new Resource(new Root(text.substring(0, separator)), new SubPath(path));
    }

    /** It is kept as it came, odd characters included, but every store must be able to keep it. */
    private static void checkOriginalKey(String key) {
        if (key.length() > ORIGINAL_KEY_LENGTH_MAX) {
            throw new InvalidRequestException(
                    "key has "
                            + key.length()
                            + " characters, the limit is "
                            + ORIGINAL_KEY_LENGTH_MAX);
        }
        if (key.codePoints()
                .anyMatch(codePoint -> Character.getType(codePoint) == Character.SURROGATE)) {
            throw new InvalidRequestException(
                    "key " + Names.shown(key) + " has half a character, which is no text");
        }
    }

    public boolean covers(Resource other) {
        return root.equals(other.root) && path.covers(other.path);
    }

    public boolean overlaps(Resource other) {
        return root.equals(other.root) && path.overlaps(other.path);
    }

    /** The form {@code root//path}, whatever key the resource was made from. */
    public String text() {
        return path.isWhole() ? root.text() : root.text() + SEPARATOR + path.text();
    }

    /** What people know the resource by: the key it was made from, unless that cannot be shown, or its own text. */
    public String displayName() {
        return originalKey == null || !Names.isShowable(originalKey) ? text() : originalKey;
    }

    /** The one order in which several locks are taken, so that two callers never take them crosswise. */
    @Override
    public int compareTo(Resource other) {
        return CANONICAL.compare(this, other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Resource that && root.equals(that.root) && path.equals(that.path);
    }

    @Override
    public int hashCode() {
        return Objects.hash(root, path);
    }

    @Override
    public String toString() {
        return text();
    }
}
