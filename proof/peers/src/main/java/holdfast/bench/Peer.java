package holdfast.bench;

/** A lock that can be waited for. */
interface Peer extends Contender {
    /** Waits for the lock of this name as long as it takes. The thread that took it gives it back. */
    Held take(String lock) throws Exception;

    @Override
    default void cycle(String lock) throws Exception {
        take(lock).release();
    }

    interface Held {
        void release() throws Exception;
    }
}
