package holdfast.redlock;

import holdfast.redlock.LeaseResult.Acquired;
import holdfast.redlock.LeaseResult.NotAcquired;
import holdfast.redlock.LeaseResult.Reason;
import holdfast.redlock.RedlockTime.Alarm;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;

/** The attempts of one caller to get one lease. What an attempt won in vain is given back at once, before anything is waited for. */
final class Acquisition {
    private final LeaseRequest request;
    private final RedlockSettings settings;
    private final Servers servers;
    private final RedlockTime time;
    private Signature signature = Signature.first();

    Acquisition(LeaseRequest request, RedlockSettings settings, Servers servers, RedlockTime time) {
        this.request = request;
        this.settings = settings;
        this.servers = servers;
        this.time = time;
    }

    LeaseResult run() throws InterruptedException {
        while (true) {
            LeaseResult result = attempt();
            if (result instanceof Acquired || signature.attempt() > settings.retryCount()) {
                return result;
            }
            pause();
            signature = signature.next();
        }
    }

    private LeaseResult attempt() throws InterruptedException {
        // Before the first server hears of it: no server can count from an earlier moment.
        long validUntil = time.nanos() + validity().toNanos();
        Ballot ballot = servers.acquire(request, signature);
        boolean majority = false;
        boolean inTime = false;
        try {
            majority = await(ballot.decided());
            inTime = majority && time.nanos() - validUntil < 0;
        } finally {
            if (!inTime) {
                // Also when interrupted; nobody needs the answer.
                Ballot unused = servers.release(request, signature);
            }
        }
        if (inTime) {
            var lease = new Lease(request, signature, servers, settings, time, validUntil);
            return new Acquired(lease.begin(), ballot.result().join());
        }
        Reason reason = majority ? Reason.TOO_LATE : Reason.NO_MAJORITY;
        return new NotAcquired(request, signature.attempt(), reason, await(ballot.result()));
    }

    private Duration validity() {
        return request.ttl().minus(settings.driftOf(request.ttl()));
    }

    private void pause() throws InterruptedException {
        long jitter = ThreadLocalRandom.current().nextLong(settings.retryJitter().toNanos() + 1);
        var over = new CountDownLatch(1);
        Alarm alarm = time.after(settings.retryDelay().plusNanos(jitter), over::countDown);
        try {
            over.await();
        } finally {
            alarm.cancel();
        }
    }

    /** Every server has a timeout, so this ends. */
    static <T> T await(Future<T> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a ballot failed", e);
        }
    }
}
