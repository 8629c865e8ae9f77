package holdfast.threads;

import holdfast.model.Mode;
import holdfast.model.Token;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the locks of one root protect: two parts, and the whole. Nothing but the locks keeps exclusive holders apart here: the
 * counts are plain fields, and an increment is lost as soon as two of them meet.
 */
@SuppressWarnings("ThreadPriorityCheck") // others are meant to get in the way
final class Guarded {
    private final Part[] parts = {new Part(), new Part()};

    private static final class Part {
        private long count;
        private long lastToken;
        private int inside;
        private final AtomicLong sharers = new AtomicLong();
        private final AtomicLong expected = new AtomicLong();
    }

    /** Uses the part that is meant, or all of them, for as long as the lock is held. */
    void use(int part, Mode mode, Token token) {
        for (int i = 0; i < parts.length; i++) {
            if (part == i || part == parts.length) {
                enter(parts[i], mode, token);
            }
        }
        Thread.yield();
        for (int i = 0; i < parts.length; i++) {
            if (part == i || part == parts.length) {
                leave(parts[i], mode);
            }
        }
    }

    private static void enter(Part part, Mode mode, Token token) {
        if (token.value() <= part.lastToken) {
            throw new AssertionError("token " + token + " after " + part.lastToken);
        }
        if (part.inside != 0) {
            throw new AssertionError("an exclusive holder is inside");
        }
        switch (mode) {
            case SHARED -> part.sharers.incrementAndGet();
            case EXCLUSIVE -> {
                if (part.sharers.get() != 0) {
                    throw new AssertionError("sharers are inside");
                }
                part.lastToken = token.value();
                part.inside++;
                part.count++;
                part.expected.incrementAndGet();
            }
        }
    }

    private static void leave(Part part, Mode mode) {
        switch (mode) {
            case SHARED -> part.sharers.decrementAndGet();
            case EXCLUSIVE -> part.inside--;
        }
    }

    /** Whether no increment was lost. */
    boolean isConsistent() {
        for (Part part : parts) {
            if (part.count != part.expected.get() || part.inside != 0 || part.sharers.get() != 0) {
                return false;
            }
        }
        return true;
    }
}
