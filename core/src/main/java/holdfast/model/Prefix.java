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
        if (text.isEmpty()) {
            return true;
        }
        Resource self = Resource.parse(text);
        if (!self.path().isWhole()) {
            return self.covers(resource);
        }
        String root = resource.root().text();
        return root.equals(text) || root.startsWith(text + "/");
    }

    /** Whether a lock on the resource would reach something below this prefix. */
    public boolean touches(Resource resource) {
        return covers(resource) || (!text.isEmpty() && resource.covers(Resource.parse(text)));
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "everything" : text;
    }
}
