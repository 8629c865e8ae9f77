package holdfast.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.InvalidRequestException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What was answered to requests that their callers named by an idempotency key, so that a repetition gets the first answer again and does
 * nothing. Kept by this server alone, for a while, and not without limit; what all servers must know the store knows by its request id, or
 * {@link SharedAnswers}. Safe for use by many threads.
 */
final class FirstAnswers {
    static final Duration KEPT_FOR = Duration.ofMinutes(10);
    static final int ANSWERS_MAX = 10_000;
    static final long BYTES_MAX = 32L * 1024 * 1024;

    static final String ANOTHER_BODY =
            "this Idempotency-Key already names another request, with another body";

    private final LongSupplier nanos;
    private final ReentrantLock mutex = new ReentrantLock();

    /** The oldest first. */
    @GuardedBy("mutex")
    private final Map<Name, Kept> kept = new LinkedHashMap<>();

    @GuardedBy("mutex")
    private final Map<Name, CountDownLatch> underWay = new HashMap<>();

    @GuardedBy("mutex")
    private long bytes;

    /**
     * By what a repetition is known to be one.
     *
     * @param key the caller's, bound to the caller
     * @param what method, path and query
     */
    record Name(String key, String what) {}

    /** @param body what the request said, or a digest of it */
    private record Kept(Reply reply, String body, long at) {}

    /** Does what is asked for, and answers. */
    interface Doing {
        Reply answer() throws InterruptedException;
    }

    FirstAnswers(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A repetition that comes while the first is under way waits for its answer.
     *
     * @param body what the request says, or a digest of it: whoever says something else under the same name does not repeat anything
     */
    Reply once(Name name, String body, Doing doing) throws InterruptedException {
        var mine = new CountDownLatch(1);
        while (true) {
            CountDownLatch other;
            mutex.lock();
            try {
                forgetOld();
                Kept known = kept.get(name);
                if (known != null) {
                    requireSame(known, body);
                    return known.reply();
                }
                other = underWay.putIfAbsent(name, mine);
            } finally {
                mutex.unlock();
            }
            if (other == null) {
                try {
                    return first(name, body, doing);
                } finally {
                    mine.countDown();
                }
            }
            other.await();
        }
    }

    /** As where the store knows requests by their names. */
    private static void requireSame(Kept known, String body) {
        if (!known.body().equals(body)) {
            throw new InvalidRequestException(ANOTHER_BODY);
        }
    }

    private Reply first(Name name, String body, Doing doing) throws InterruptedException {
        @Nullable Reply answered = null;
        try {
            answered = doing.answer();
            return answered;
        } catch (Problem e) {
            answered = e.reply();
            throw e;
        } finally {
            over(name, body, answered);
        }
    }

    private void over(Name name, String body, @Nullable Reply answered) {
        mutex.lock();
        try {
            underWay.remove(name);
            if (answered != null && isFinal(answered.status())) {
                kept.put(name, new Kept(answered, body, nanos.getAsLong()));
                bytes += sizeOf(name, answered);
                forgetOld();
            }
        } finally {
            mutex.unlock();
        }
    }

    /** What was refused for a reason that can pass, such as a missing right or a store that is away, is tried again. */
    static boolean isFinal(int status) {
        return status < Statuses.BAD_REQUEST
                || status == Statuses.NOT_FOUND
                || status == Statuses.CONFLICT
                || status == Statuses.GONE;
    }

    @GuardedBy("mutex")
    private void forgetOld() {
        long now = nanos.getAsLong();
        Iterator<Map.Entry<Name, Kept>> oldest = kept.entrySet().iterator();
        while (oldest.hasNext()) {
            Map.Entry<Name, Kept> next = oldest.next();
            boolean stays =
                    kept.size() <= ANSWERS_MAX
                            && bytes <= BYTES_MAX
                            && now - next.getValue().at() < KEPT_FOR.toNanos();
            if (stays) {
                return;
            }
            bytes -= sizeOf(next.getKey(), next.getValue().reply());
            oldest.remove();
        }
    }

    /** Names are chosen by callers, and a path may be long. */
    private static long sizeOf(Name name, Reply reply) {
        return reply.body().length + 2L * (name.key().length() + name.what().length());
    }
}
