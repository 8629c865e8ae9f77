package holdfast.server;

import holdfast.model.ErrorCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * For what costs much: a few at a time, and the others wait for a while until it is their turn. One caller never has all of them. Safe for
 * use by many threads.
 */
final class Turns {
    private final String what;
    private final Semaphore free;
    private final int ofOne;
    private final Duration patience;

    /** Callers who are at it, or wait. */
    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** @param users how many requests of the caller are at it, or wait */
    private record Line(Semaphore free, int users) {}

    /** @param what is being done, for who waited in vain */
    Turns(String what, int atOnce, Duration patience) {
        this.what = what;
        this.free = new Semaphore(atOnce, true);
        this.ofOne = Math.max(1, atOnce / 2);
        this.patience = patience;
    }

    /** To be given back by closing it. */
    Slots.Taken take(String caller) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        Semaphore own = enter(caller);
        boolean isTaken = false;
        try {
            await(own, until, "others of yours are ");
            try {
                await(free, until, "others are ");
                isTaken = true;
            } finally {
                if (!isTaken) {
                    own.release();
                }
            }
        } finally {
            if (!isTaken) {
                leave(caller);
            }
        }
        return () -> {
            free.release();
            own.release();
            leave(caller);
        };
    }

    private Semaphore enter(String caller) {
        return lines.compute(
                        caller,
                        (key, line) ->
                                line == null
                                        ? new Line(new Semaphore(ofOne, true), 1)
                                        : new Line(line.free(), line.users() + 1))
                .free();
    }

    private void leave(String caller) {
        lines.computeIfPresent(caller, (key, line) -> left(line));
    }

    private static @Nullable Line left(Line line) {
        return line.users() == 1 ? null : new Line(line.free(), line.users() - 1);
    }

    private void await(Semaphore turn, long until, String who) throws InterruptedException {
        if (!turn.tryAcquire(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            throw new Problem(
                            ErrorCode.TOO_MANY_REQUESTS, who + what + ", as many as may at a time")
                    .withHeader("Retry-After", "2");
        }
    }
}
