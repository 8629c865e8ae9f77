package holdfast.server;

import holdfast.model.ErrorCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** So many of something at once, and no more; and so many for one caller. Safe for use by many threads. */
final class Slots {
    private final String what;
    private final int most;
    private final int mostOfOne;
    private final AtomicInteger taken = new AtomicInteger();
    private final Map<String, Integer> byCaller = new ConcurrentHashMap<>();

    Slots(String what, int most, int mostOfOne) {
        this.what = what;
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** To be given back by closing it. */
    interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    /** For callers that nobody can tell apart. */
    Taken take() {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            throw tooMany("this server has " + most + " " + what + ", which is its limit");
        }
        return taken::decrementAndGet;
    }

    Taken take(String caller) {
        take();
        if (byCaller.merge(caller, 1, Integer::sum) > mostOfOne) {
            giveBack(caller);
            throw tooMany(
                    "you have " + mostOfOne + " " + what + ", which is the limit of one caller");
        }
        return () -> giveBack(caller);
    }

    private void giveBack(String caller) {
        byCaller.computeIfPresent(caller, (name, count) -> count == 1 ? null : count - 1);
        taken.decrementAndGet();
    }

    private static Problem tooMany(String detail) {
        return new Problem(ErrorCode.TOO_MANY_REQUESTS, detail).withHeader("Retry-After", "2");
    }

    int taken() {
        return taken.get();
    }
}
