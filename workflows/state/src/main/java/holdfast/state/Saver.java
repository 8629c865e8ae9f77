package holdfast.state;

/**
 * Who saves: not always the owner of the lock.
 *
 * @param name what people call it
 * @param identity which credential it has; empty where nobody has one
 */
public record Saver(String name, String identity) {
    /** The fact that says so of a version. */
    static final String IDENTITY = "identity";
}
