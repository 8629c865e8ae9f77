package holdfast.store.resilience.breaker;

import holdfast.model.Owner;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.Purpose;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.resilience.call.ResilienceEvent.BreakerState;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.util.concurrent.TimeUnit;

/**
 * Counts how calls of the store end. While too many fail it refuses newcomers and listings, which can come again; whoever renews,
 * waits or gives back is always let through, and by that also finds out early that the store is back.
 */
public final class Breaker implements Guard {
    private final Guard inner;
    private final CallHost host;
    private final Listeners listeners;
    private final BreakerSettings settings;
    private final CircuitBreaker machine;

    public Breaker(Guard inner, CallHost host, Listeners listeners, BreakerSettings settings) {
        this.inner = inner;
        this.host = host;
        this.listeners = listeners;
        this.settings = settings;
        this.machine = CircuitBreaker.of("store", configOf(settings, host));
        machine.getEventPublisher()
                .onStateTransition(event ->
                        listeners.tell(
                                new ResilienceEvent.BreakerMoved(
                                        shown(event.getStateTransition().getFromState()),
                                        shown(event.getStateTransition().getToState()))));
    }

    private static CircuitBreakerConfig configOf(BreakerSettings settings, CallHost host) {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(CircuitBreakerConfig.SlidingWindowType.TIME_BASED)
                .slidingWindowSize(Math.toIntExact(settings.window().toSeconds()))
                .minimumNumberOfCalls(settings.callsMin())
                .failureRateThreshold(settings.failurePercent())
                .waitDurationInOpenState(settings.openFor())
                .permittedNumberOfCallsInHalfOpenState(settings.trials())
                .currentTimestampFunction(clock -> host.nanos(), TimeUnit.NANOSECONDS)
                .clock(new HostClock(host))
                .build();
    }

    private static BreakerState shown(CircuitBreaker.State state) {
        return switch (state) {
            case OPEN, FORCED_OPEN -> BreakerState.OPEN;
            case HALF_OPEN -> BreakerState.HALF_OPEN;
            case CLOSED, DISABLED, METRICS_ONLY -> BreakerState.CLOSED;
        };
    }

    public BreakerState state() {
        return shown(machine.getState());
    }

    public boolean isOpen() {
        return state() == BreakerState.OPEN;
    }

    public BreakerReport report() {
        return new BreakerReport(
                state(),
                machine.getMetrics().getNumberOfFailedCalls(),
                machine.getMetrics().getNumberOfBufferedCalls(),
                settings);
    }

    @Override
    public void announce(Owner newcomer) {
        if (!machine.tryAcquirePermission()) {
            throw refused("a new request");
        }
        // The newcomer's calls take permits of their own. One that was kept here and never used
        // would leave the breaker half-open for ever.
        machine.releasePermission();
        inner.announce(newcomer);
    }

    @Override
    public <A> A run(Call<A> call) {
        // Asked also for what is let through anyway: it is what ends the open state in time.
        boolean permitted = machine.tryAcquirePermission();
        if (!permitted && call.purpose() == Purpose.LISTING) {
            throw refused(call.name());
        }
        long began = host.nanos();
        boolean counted = false;
        try {
            A answer = inner.run(call);
            if (permitted) {
                machine.onSuccess(host.nanos() - began, TimeUnit.NANOSECONDS);
                counted = true;
            }
            return answer;
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            if (permitted) {
                machine.onError(host.nanos() - began, TimeUnit.NANOSECONDS, e);
                counted = true;
            }
            throw e;
        } finally {
            if (permitted && !counted) {
                // Broken data or a mistake of the caller says nothing about whether the store is
                // out.
                machine.releasePermission();
            }
        }
    }

    private StoreException.Unavailable refused(String what) {
        listeners.tell(new ResilienceEvent.Refused(what));
        return NotAsked.because("the store was not asked (" + what + "): " + report());
    }
}
