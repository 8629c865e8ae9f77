package holdfast.model;

/**
 * Names one top-level run. It is random, never derived from a CI run, host or thread: two jobs of one CI run are two
 * owners.
 */
public record OwnerId(String text) {
    public static final int LENGTH_MAX = 64;

    public OwnerId {
        text = Names.checked("owner id", text, LENGTH_MAX);
    }

    @Override
    public String toString() {
        return text;
    }
}
