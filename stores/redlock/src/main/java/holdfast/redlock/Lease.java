package holdfast.redlock;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.redlock.LeaseState.Cause;
import holdfast.redlock.LeaseState.Held;
import holdfast.redlock.LeaseState.Lost;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease that a majority of the servers granted. It is valid until its time is over, less what clocks may differ by; whoever holds it
 * must stop then. Belongs to no thread. Safe for use by many threads.
 *
 * <p>It has no fencing token: a holder that was paused between a look at {@link #isValid} and a write may write after its end.
 */
public final class Lease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);

    /** How often an extension can be tried again before the lease is over. */
    private static final int EXTENSION_TRIES = 5;

    private final LeaseRequest request;
    private final Signature signature;
    private final Servers servers;
    private final RedlockSettings settings;
    private final RedlockTime time;
    private final CompletableFuture<Lost> lost = new CompletableFuture<>();
    private final CompletableFuture<ReleaseResult> released = new CompletableFuture<>();
    private final AtomicBoolean isReleased = new AtomicBoolean();
    private final AtomicBoolean extendsItself = new AtomicBoolean();
    private final Reminder ofTheEnd;
    private final Reminder ofTheExtension;

    /** Innermost: no server is asked, no alarm is set and no foreign code runs while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private LeaseState state = new Held();

    @GuardedBy("mutex")
    private long validUntil;

    @GuardedBy("mutex")
    private String lastFailure = "nobody extended it";

    Lease(
            LeaseRequest request,
            Signature signature,
            Servers servers,
            RedlockSettings settings,
            RedlockTime time,
            long validUntil) {
        this.request = request;
        this.signature = signature;
        this.servers = servers;
        this.settings = settings;
        this.time = time;
        this.validUntil = validUntil;
        this.ofTheEnd = new Reminder(time);
        this.ofTheExtension = new Reminder(time);
    }

    /** From now on the end is noticed. */
    Lease begin() {
        watchTheEnd();
        return this;
    }

    public String name() {
        return request.name();
    }

    /** For how long the lease may be relied on from now on; zero if it is not held. */
    public Duration validFor() {
        mutex.lock();
        try {
            return state instanceof Held
                    ? Duration.ofNanos(Math.max(0, validUntil - time.nanos()))
                    : Duration.ZERO;
        } finally {
            mutex.unlock();
        }
    }

    public boolean isValid() {
        return validFor().isPositive();
    }

    public LeaseState state() {
        return looked(List.of());
    }

    /** Calls back once, on a thread of its own, when the lease is lost; at once if it is already. Not when it is released in time. */
    public void onLost(Consumer<Lost> callback) {
        CompletableFuture<?> unused =
                lost.thenAcceptAsync(callback, Thread::startVirtualThread)
                        .whenComplete((nothing, failure) -> {
                            if (failure != null) {
                                LOG.warn("a callback on the loss of '{}' failed", name(), failure);
                            }
                        });
    }

    /** From now on the lease extends itself, by the time that was asked for, until it is released or lost. */
    public Lease keepExtended() {
        if (extendsItself.compareAndSet(false, true)) {
            extendInTime(Duration.ZERO);
        }
        return this;
    }

    /** Makes the lease last so long from now on, if a majority still has it. Never shortens it, and never revives it. */
    public ExtendResult extend(Duration ttl) throws InterruptedException {
        return Acquisition.await(extending(request.lasting(ttl)));
    }

    private CompletableFuture<ExtendResult> extending(LeaseRequest wanted) {
        LeaseState before = state();
        if (!(before instanceof Held)) {
            return CompletableFuture.completedFuture(
                    new ExtendResult.NotExtended(before, List.of()));
        }
        long asked = time.nanos();
        long until = asked + wanted.ttl().minus(settings.driftOf(wanted.ttl())).toNanos();
        return servers.extend(wanted, signature).result().thenApply(votes -> settled(until, votes));
    }

    private ExtendResult settled(long until, List<Vote> votes) {
        // First the loss, if there is one: an extension that comes too late revives nothing.
        LeaseState now = looked(votes);
        if (!(now instanceof Held) || !isMajority(votes)) {
            return new ExtendResult.NotExtended(now, votes);
        }
        mutex.lock();
        try {
            validUntil = until - validUntil > 0 ? until : validUntil;
        } finally {
            mutex.unlock();
        }
        return new ExtendResult.Extended(validFor(), votes);
    }

    /**
     * Notices a loss, by the time or by what servers said, and tells it.
     *
     * @param votes none if no server was asked
     */
    private LeaseState looked(List<Vote> votes) {
        LeaseState now;
        mutex.lock();
        try {
            if (state instanceof Held && time.nanos() - validUntil >= 0) {
                state = new Lost(Cause.RAN_OUT, "its time is over, and " + lastFailure);
            } else if (state instanceof Held && isGone(votes)) {
                state = new Lost(Cause.NOT_ON_A_MAJORITY, Vote.tally(votes));
            } else if (!votes.isEmpty() && !isMajority(votes)) {
                lastFailure = "it could not be extended: " + Vote.tally(votes);
            }
            now = state;
        } finally {
            mutex.unlock();
        }
        if (now instanceof Lost loss) {
            lost.complete(loss);
        }
        return now;
    }

    private static boolean isMajority(List<Vote> votes) {
        return votes.stream().filter(Vote::isWon).count() >= Majority.of(votes.size());
    }

    private static boolean isGone(List<Vote> votes) {
        long against = votes.stream().filter(Vote::isAgainst).count();
        return !votes.isEmpty() && Majority.isOutOfReach(votes.size(), against);
    }

    /** Finds the end when it has come, and looks again if it was put off meanwhile. */
    private void watchTheEnd() {
        if (state() instanceof Held) {
            ofTheEnd.set(validFor(), this::watchTheEnd);
        }
    }

    private void extendInTime(Duration atTheEarliest) {
        Duration threshold = settings.thresholdFor(request.ttl());
        Duration early = validFor().minus(threshold);
        if (state() instanceof Held) {
            ofTheExtension.set(
                    early.compareTo(atTheEarliest) > 0 ? early : atTheEarliest, this::extendIfDue);
        }
    }

    private void extendIfDue() {
        if (!(state() instanceof Held)) {
            return;
        }
        Duration threshold = settings.thresholdFor(request.ttl());
        if (validFor().compareTo(threshold) > 0) {
            extendInTime(Duration.ZERO);
            return;
        }
        CompletableFuture<?> unused =
                extending(request)
                        .thenRun(() -> extendInTime(threshold.dividedBy(EXTENSION_TRIES)));
    }

    /** Frees the lease on every server that still has it. Repeated, it gives its first answer again. */
    public ReleaseResult release() {
        if (!isReleased.compareAndSet(false, true)) {
            return released.join();
        }
        LeaseState before = state();
        mutex.lock();
        try {
            state = new LeaseState.Released();
        } finally {
            mutex.unlock();
        }
        ofTheEnd.cancel();
        ofTheExtension.cancel();
        // Not interruptible: what was sent cannot be called back, and every server has a timeout.
        List<Vote> votes = servers.release(request, signature).result().join();
        ReleaseResult result = resultOf(before, votes);
        if (result instanceof ReleaseResult.WasLost(Lost loss)) {
            lost.complete(loss);
        }
        released.complete(result);
        return result;
    }

    private static ReleaseResult resultOf(LeaseState before, List<Vote> votes) {
        if (before instanceof Lost loss) {
            return new ReleaseResult.WasLost(loss);
        }
        if (isGone(votes)) {
            return new ReleaseResult.WasLost(new Lost(Cause.NOT_ON_A_MAJORITY, Vote.tally(votes)));
        }
        return isMajority(votes)
                ? new ReleaseResult.Released(votes)
                : new ReleaseResult.Unconfirmed(votes);
    }

    /** Frees the lease. What was lost, or could not be freed, is only logged. */
    @Override
    public void close() {
        switch (release()) {
            case ReleaseResult.Released fine -> {}
            case ReleaseResult.WasLost(Lost loss) ->
                    LOG.warn(
                            "'{}' had been lost before it was released: {}", name(), loss.detail());
            case ReleaseResult.Unconfirmed(List<Vote> votes) ->
                    LOG.warn(
                            "'{}' ends by itself, it could not be released: {}",
                            name(),
                            Vote.tally(votes));
        }
    }
}
