package holdfast.server;

import holdfast.model.ErrorCode;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** How often one caller may ask. A burst of two seconds' worth is let through. Safe for use by many threads. */
final class Pace {
    private static final int CALLERS_MAX = 10_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BURST_SECONDS = 2;

    private final double perSecond;
    private final LongSupplier nanos;
    private final ConcurrentHashMap<String, Bucket> buckets = new ConcurrentHashMap<>();

    /** What is left for a caller, and when that was so. */
    private record Bucket(double left, long at) {}

    Pace(int perSecond, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.nanos = nanos;
    }

    /** For what must never be refused, such as a heartbeat; it counts all the same. */
    void note(String caller) {
        take(caller);
    }

    void require(String caller) {
        Optional<Problem> objection = objection(caller);
        if (objection.isPresent()) {
            throw objection.get();
        }
    }

    /** Why the caller has to come later; empty if it may come now. */
    Optional<Problem> objection(String caller) {
        return take(caller).left() < 0
                ? Optional.of(
                        new Problem(
                                        ErrorCode.TOO_MANY_REQUESTS,
                                        "more than " + (int) perSecond + " requests a second")
                                .withHeader("Retry-After", "1"))
                : Optional.empty();
    }

    private Bucket take(String caller) {
        if (buckets.size() > CALLERS_MAX) {
            // Whoever was forgotten begins with a full bucket, as does someone new.
            buckets.clear();
        }
        long now = nanos.getAsLong();
        double most = perSecond * BURST_SECONDS;
        return buckets.compute(
                caller,
                (name, before) -> {
                    if (before == null) {
                        return new Bucket(most - 1, now);
                    }
                    // Whoever read the clock first may come here last.
                    long passed = Math.max(0, now - before.at());
                    double had = Math.max(0, before.left()) + passed / NANOS_PER_SECOND * perSecond;
                    return new Bucket(Math.min(had, most) - 1, before.at() + passed);
                });
    }
}
