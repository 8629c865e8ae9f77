package holdfast.store.resilience;

import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.resilience.adaptive.AdaptiveTimeout;
import holdfast.store.resilience.breaker.Breaker;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.GuardedDocumentStore;
import holdfast.store.resilience.call.GuardedLockStore;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.Patience;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.resilience.deadline.Deadline;
import holdfast.store.resilience.rate.OwnerRate;
import holdfast.store.resilience.retry.Retry;
import java.util.function.Consumer;

/**
 * A store with all guards around it, and how it stands. From outside to inside: the rate of each owner, retries, the circuit
 * breaker (which so sees every attempt), adaptive timeouts, the deadline.
 *
 * @param <S> the kind of store
 */
public final class Resilient<S> {
    private final S store;
    private final Guards guards;

    private Resilient(S store, Guards guards) {
        this.store = store;
        this.guards = guards;
    }

    public static Resilient<LockStore> wrap(LockStore store, ResilienceSettings settings) {
        return wrap(store, settings, CallHost.system());
    }

    public static Resilient<LockStore> wrap(
            LockStore store, ResilienceSettings settings, CallHost host) {
        Guards guards = Guards.of(settings, host);
        return new Resilient<>(
                new GuardedLockStore(store, guards.outermost(), patience(settings, host)), guards);
    }

    public static Resilient<DocumentStore> wrap(DocumentStore store, ResilienceSettings settings) {
        return wrap(store, settings, CallHost.system());
    }

    public static Resilient<DocumentStore> wrap(
            DocumentStore store, ResilienceSettings settings, CallHost host) {
        Guards guards = Guards.of(settings, host);
        return new Resilient<>(
                new GuardedDocumentStore(store, guards.outermost(), patience(settings, host)),
                guards);
    }

    private static Patience patience(ResilienceSettings settings, CallHost host) {
        return new Patience(host, settings.patience());
    }

    /** The guarded store; closing it closes what it guards. */
    public S store() {
        return store;
    }

    /** Hears of everything that the guards do, on the thread of the call. Running what it returns ends that. */
    public Runnable onEvent(Consumer<ResilienceEvent> listener) {
        return guards.listeners().add(listener);
    }

    public Health health() {
        return new Health(
                guards.breaker().report(),
                guards.timeouts().timeouts(),
                guards.deadline().hanging(),
                guards.tally().counts());
    }

    private record Guards(
            Listeners listeners,
            Tally tally,
            Deadline deadline,
            AdaptiveTimeout timeouts,
            Breaker breaker,
            Guard outermost) {
        static Guards of(ResilienceSettings settings, CallHost host) {
            var listeners = new Listeners();
            var tally = new Tally();
            Runnable unused = listeners.add(tally);
            var deadline = new Deadline(Guard.none(), host, listeners);
            var timeouts = new AdaptiveTimeout(deadline, host, listeners, settings.timeouts());
            var breaker = new Breaker(timeouts, host, listeners, settings.breaker());
            var retry = new Retry(breaker, host, listeners, settings.retries(), breaker::isOpen);
            var rate = new OwnerRate(retry, host, listeners, settings.rate());
            return new Guards(listeners, tally, deadline, timeouts, breaker, rate);
        }
    }
}
