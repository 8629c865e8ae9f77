package holdfast.model;

/** Names one running engine, so that a grant can tell the one process that waits for it. */
public record EngineId(String text) {
    public static final int LENGTH_MAX = 64;

    public EngineId {
        text = Names.checked("engine id", text, LENGTH_MAX);
    }

    @Override
    public String toString() {
        return text;
    }
}
