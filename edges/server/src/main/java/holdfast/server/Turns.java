package holdfast.server;

import holdfast.model.ErrorCode;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** For what costs much: a few at a time, and the others wait for a while until it is their turn. Safe for use by many threads. */
final class Turns {
    private final String what;
    private final Semaphore free;
    private final Duration patience;

    /** @param what is being done, for who waited in vain */
    Turns(String what, int atOnce, Duration patience) {
        this.what = what;
        this.free = new Semaphore(atOnce, true);
        this.patience = patience;
    }

    /** To be given back by closing it. */
    Slots.Taken take() throws InterruptedException {
        if (!free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new Problem(
                            ErrorCode.TOO_MANY_REQUESTS,
                            "others are " + what + ", as many as may at a time")
                    .withHeader("Retry-After", "2");
        }
        return free::release;
    }
}
