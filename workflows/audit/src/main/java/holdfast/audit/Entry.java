package holdfast.audit;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What somebody wants to have written. Its line is put together when its place in the chain is known. */
final class Entry {
    private final String draft;
    private final Kind kind;
    private long number;
    private @Nullable IOException failure;

    /** When it is written. */
    enum Kind {
        /** After it was done: if it cannot be written, it is lost. */
        DONE,
        /** Before it is done: if it cannot be written, it is not done. */
        ANNOUNCED
    }

    Entry(String draft, Kind kind) {
        this.draft = draft;
        this.kind = kind;
    }

    String draft() {
        return draft;
    }

    Kind kind() {
        return kind;
    }

    /** The number of its line; 0 while there is none. */
    long number() {
        return number;
    }

    void writtenAs(long line) {
        number = line;
    }

    /** Why it has no line. */
    IOException why() {
        return failure == null ? new IOException("whoever was to write it died") : failure;
    }

    void failed(IOException why) {
        failure = why;
    }
}
