package holdfast.bench;

/** Something that locks, on the server that all contenders of a round share. */
interface Contender extends AutoCloseable {
    String name();

    /** Takes the lock of this name, which nobody else has, and gives it back. */
    void cycle(String lock) throws Exception;

    @Override
    void close();
}
