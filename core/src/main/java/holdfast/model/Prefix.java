package holdfast.model;

/**
 * Names everything below some segments, across roots: {@code user-platform} is a prefix of the roots {@code user-platform}
 * and {@code user-platform/production} and of all their paths. {@link #EVERYTHING} is a prefix of all.
 */
public record Prefix(String text) {
    public static final Prefix EVERYTHING = new Prefix("");

    public Prefix {
        if (!text.isEmpty()) {
            text = Resource.parse(text).text();
        }
    }

    public boolean covers(Resource resource) {
        String root = resource.root().text();
        return namesPath()
                ? namesPathOf(root) && SubPath.covers(path(), resource.path().text())
                : SubPath.covers(text, root);
    }

    /** Whether a lock on the resource would reach something below this prefix. */
    public boolean touches(Resource resource) {
        return covers(resource)
                || (namesPath()
                        && namesPathOf(resource.root().text())
                        && SubPath.covers(resource.path().text(), path()));
    }

    // Asked for every grant and every freeze, so the text is compared as it is and not read again.

    private boolean namesPath() {
        return text.contains("//");
    }

    private boolean namesPathOf(String root) {
        return text.startsWith(root) && text.startsWith("//", root.length());
    }

    private String path() {
        return text.substring(text.indexOf("//") + 2);
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "everything" : text;
    }
}
