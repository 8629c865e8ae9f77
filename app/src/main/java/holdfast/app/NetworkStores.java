package holdfast.app;

import holdfast.cli.Stores;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.resilience.Health;
import holdfast.store.resilience.ResilienceSettings;
import holdfast.store.resilience.Resilient;
import holdfast.store.resilience.call.ResilienceEvent;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Guards stores that are reached over a network, and knows how each has answered. A store in this process or in a local file needs
 * no guard: it has no network to wait for, and its own answers to a busy or full disk.
 */
final class NetworkStores {
    private final Map<LockStore, Resilient<LockStore>> guarded = new ConcurrentHashMap<>();

    LockStore guard(LockStore store) {
        Resilient<LockStore> resilient = Resilient.wrap(store, ResilienceSettings.DEFAULT);
        guarded.put(resilient.store(), resilient);
        return resilient.store();
    }

    DocumentStore guard(DocumentStore documents) {
        return Resilient.wrap(documents, ResilienceSettings.DEFAULT).store();
    }

    /** Tells what the guards around a store do; nothing for a store that was not guarded here. */
    void listen(LockStore store, Consumer<ResilienceEvent> listener) {
        Resilient<LockStore> resilient = guarded.get(store);
        if (resilient != null) {
            // For as long as the store is open.
            Runnable _ = resilient.onEvent(listener);
        }
    }

    /** Empty for a store that was not guarded here. */
    Optional<Stores.Watched> watched(LockStore store) {
        return Optional.ofNullable(guarded.get(store)).map(Resilient::health).map(this::shown);
    }

    private Stores.Watched shown(Health health) {
        return new Stores.Watched(health.isTroubled(), health.inWords());
    }
}
