package holdfast.store.resilience.adaptive;

import holdfast.model.Owner;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.ResilienceEvent;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives each call the time that calls of its kind usually need, with a margin, and measures them. A caller's own deadline is
 * never moved back.
 */
public final class AdaptiveTimeout implements Guard {
    private final Guard inner;
    private final CallHost host;
    private final Listeners listeners;
    private final TimeoutBounds bounds;
    private final Map<String, Experience> byCall = new ConcurrentHashMap<>();

    public AdaptiveTimeout(Guard inner, CallHost host, Listeners listeners, TimeoutBounds bounds) {
        this.inner = inner;
        this.host = host;
        this.listeners = listeners;
        this.bounds = bounds;
    }

    @Override
    public void announce(Owner newcomer) {
        inner.announce(newcomer);
    }

    @Override
    public <A> A run(Call<A> call) {
        Experience experience = experienceWith(call.name());
        long began = host.nanos();
        long longest = began + experience.timeout().toNanos();
        Call<A> bounded = longest - call.deadline() < 0 ? call.until(longest) : call;
        try {
            A answer = inner.run(bounded);
            Duration took = Duration.ofNanos(host.nanos() - began);
            experience.answered(took);
            listeners.tell(new ResilienceEvent.Answered(call.name(), took));
            return answer;
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            experience.failed();
            listeners.tell(
                    new ResilienceEvent.Failed(
                            call.name(),
                            Duration.ofNanos(host.nanos() - began),
                            String.valueOf(e.getMessage())));
            throw e;
        }
    }

    private Experience experienceWith(String call) {
        Experience known = byCall.get(call);
        return known != null ? known : byCall.computeIfAbsent(call, name -> new Experience(bounds));
    }

    /** The timeouts in force, by the name of the call. */
    public Map<String, Duration> timeouts() {
        var found = new TreeMap<String, Duration>();
        byCall.forEach((name, experience) -> found.put(name, experience.timeout()));
        return found;
    }
}
