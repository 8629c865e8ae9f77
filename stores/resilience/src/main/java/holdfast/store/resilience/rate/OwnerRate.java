package holdfast.store.resilience.rate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import holdfast.model.Owner;
import holdfast.model.OwnerId;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.ResilienceEvent;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Lets each owner ask for new locks only so often. Calls of the store are not counted: what is held can always be kept. */
public final class OwnerRate implements Guard {
    private final Guard inner;
    private final CallHost host;
    private final Listeners listeners;
    private final RateSettings settings;
    private final RateLimiterConfig config;

    /** Innermost: nobody is asked or told while it is held. */
    private final ReentrantLock mutex = new ReentrantLock();

    @GuardedBy("mutex")
    private final Map<OwnerId, RateLimiter> limiters = new LinkedHashMap<>(16, 0.75f, true);

    public OwnerRate(Guard inner, CallHost host, Listeners listeners, RateSettings settings) {
        this.inner = inner;
        this.host = host;
        this.listeners = listeners;
        this.settings = settings;
        this.config =
                RateLimiterConfig.custom()
                        .limitForPeriod(settings.requests())
                        .limitRefreshPeriod(settings.period())
                        .timeoutDuration(settings.waitAtMost())
                        .build();
    }

    @Override
    public <A> A run(Call<A> call) {
        return inner.run(call);
    }

    @Override
    public void announce(Owner newcomer) {
        long waitNanos = limiterOf(newcomer.id()).reservePermission();
        if (waitNanos < 0) {
            throw limited(newcomer);
        }
        if (waitNanos > 0) {
            rest(waitNanos, newcomer);
        }
        inner.announce(newcomer);
    }

    private RateLimiter limiterOf(OwnerId owner) {
        mutex.lock();
        try {
            RateLimiter limiter =
                    limiters.computeIfAbsent(
                            owner, id -> RateLimiter.of("owner", config, host::nanos));
            if (limiters.size() > settings.ownersMax()) {
                limiters.remove(limiters.keySet().iterator().next());
            }
            return limiter;
        } finally {
            mutex.unlock();
        }
    }

    private void rest(long nanos, Owner newcomer) {
        try {
            host.rest(Duration.ofNanos(nanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw limited(newcomer);
        }
    }

    private StoreException.Unavailable limited(Owner newcomer) {
        listeners.tell(new ResilienceEvent.Limited(newcomer.id()));
        return NotAsked.because(
                "'"
                        + newcomer.name()
                        + "' asks for locks too often: one owner may ask "
                        + settings.requests()
                        + " times in "
                        + settings.period().toMillis()
                        + " ms");
    }
}
