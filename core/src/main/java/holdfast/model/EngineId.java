package holdfast.model;

/** Names one running engine, so that a grant can tell the one process that waits for it. */
public record EngineId(String text) {
    public static final int LENGTH_MAX = 64;

    /**
     * Stands for all servers of a store. A caller over a network waits with whichever it reaches, so all of them are told; and since
     * none of them knows whether it is still there, it confirms its grants itself.
     */
    public static final EngineId ANY_SERVER = new EngineId("any-server");

    public EngineId {
        text = Names.checked("engine id", text, LENGTH_MAX);
    }

    @Override
    public String toString() {
        return text;
    }
}
