package holdfast.audit;

import org.jspecify.annotations.Nullable;

/** Where a chain goes on: after the line with this number and hash. */
record ChainEnd(long number, String hash) {
    static final ChainEnd START = new ChainEnd(0, AuditLine.NOTHING_BEFORE);

    static ChainEnd after(AuditLine line) {
        return new ChainEnd(line.number(), line.hash());
    }

    ChainEnd later(@Nullable ChainEnd other) {
        return other != null && other.number > number ? other : this;
    }
}
