package holdfast.server;

import holdfast.model.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;

/** So many of something at once, and no more. */
final class Slots {
    private final String what;
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    Slots(String what, int most) {
        this.what = what;
        this.most = most;
    }

    /** To be given back by closing it. */
    interface Taken extends AutoCloseable {
        @Override
        void close();
    }

    Taken take() {
        if (taken.incrementAndGet() > most) {
            taken.decrementAndGet();
            throw new Problem(
                            ErrorCode.TOO_MANY_REQUESTS,
                            "this server has " + most + " " + what + ", which is its limit")
                    .withHeader("Retry-After", "2");
        }
        return taken::decrementAndGet;
    }

    int taken() {
        return taken.get();
    }
}
