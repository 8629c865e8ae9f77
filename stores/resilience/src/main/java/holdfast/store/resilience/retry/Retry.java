package holdfast.store.resilience.retry;

import holdfast.model.Owner;
import holdfast.store.StoreException;
import holdfast.store.resilience.call.Call;
import holdfast.store.resilience.call.CallHost;
import holdfast.store.resilience.call.Effect;
import holdfast.store.resilience.call.Guard;
import holdfast.store.resilience.call.Listeners;
import holdfast.store.resilience.call.NotAsked;
import holdfast.store.resilience.call.Purpose;
import holdfast.store.resilience.call.ResilienceEvent;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Makes a call again after {@link StoreException.Unavailable}, which says that nothing was written, and after nothing else. A
 * commit whose answer was lost is never made again here: it may have been made, and would then be refused by its own work; only
 * the engine can read back what became of its request.
 */
public final class Retry implements Guard {
    private final Guard inner;
    private final CallHost host;
    private final Listeners listeners;
    private final RetrySettings settings;
    private final BooleanSupplier hopeless;

    /** @param hopeless whether the store is known to be out, so that looking again only adds to its load */
    public Retry(
            Guard inner,
            CallHost host,
            Listeners listeners,
            RetrySettings settings,
            BooleanSupplier hopeless) {
        this.inner = inner;
        this.host = host;
        this.listeners = listeners;
        this.settings = settings;
        this.hopeless = hopeless;
    }

    @Override
    public void announce(Owner newcomer) {
        inner.announce(newcomer);
    }

    @Override
    public <A> A run(Call<A> call) {
        Backoff backoff =
                call.purpose() == Purpose.RENEWAL ? settings.renewals() : settings.usual();
        for (int attempt = 1; ; attempt++) {
            try {
                return inner.run(call);
            } catch (StoreException.Unavailable e) {
                Duration pause = backoff.pauseAfter(attempt, host.chance());
                if (attempt >= backoff.attempts()
                        || NotAsked.isCauseOf(e)
                        || isHopeless(call.effect())
                        || call.left(host).compareTo(pause) <= 0) {
                    throw e;
                }
                listeners.tell(
                        new ResilienceEvent.Retried(
                                call.name(), attempt, pause, String.valueOf(e.getMessage())));
                rest(pause, e);
            }
        }
    }

    /** What gives back or keeps alive is tried again all the same; there is little of it. */
    private boolean isHopeless(Effect effect) {
        return effect == Effect.READS && hopeless.getAsBoolean();
    }

    /** Whoever is interrupted wants to stop: it hears of the failure instead of trying again. */
    private void rest(Duration pause, StoreException.Unavailable failure) {
        try {
            host.rest(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}
