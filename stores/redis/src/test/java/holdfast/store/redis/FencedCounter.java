package holdfast.store.redis;

import holdfast.model.Token;

/**
 * What a lock protects, as it should be: it refuses any token below the highest that it has seen. Whoever wants to change it raises
 * that token before it reads.
 */
final class FencedCounter {
    private long highest;
    private int value;
    private int accepted;
    private int refused;

    /** Whether this token is the highest now. */
    synchronized boolean raise(Token token) {
        if (token.value() < highest) {
            refused++;
            return false;
        }
        highest = token.value();
        return true;
    }

    synchronized int read() {
        return value;
    }

    synchronized boolean write(Token token, int newValue) {
        if (!raise(token)) {
            return false;
        }
        value = newValue;
        accepted++;
        return true;
    }

    synchronized int accepted() {
        return accepted;
    }

    synchronized int refused() {
        return refused;
    }
}
