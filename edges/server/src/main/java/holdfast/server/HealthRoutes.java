package holdfast.server;

import holdfast.engine.LockEngine;
import holdfast.store.StoreException;
import java.util.function.BooleanSupplier;

/** Whether the process lives, and whether it should be sent requests. */
final class HealthRoutes {
    private final LockEngine engine;
    private final BooleanSupplier stopping;

    HealthRoutes(LockEngine engine, BooleanSupplier stopping) {
        this.engine = engine;
        this.stopping = stopping;
    }

    void addTo(Routes routes) {
        routes.open("/healthz", call -> status(Statuses.OK, "alive"))
                .open("/readyz", call -> ready());
    }

    private Reply ready() {
        if (stopping.getAsBoolean()) {
            return status(Statuses.UNAVAILABLE, "stopping");
        }
        try {
            engine.holds(null, 1);
            return status(Statuses.OK, "ready");
        } catch (StoreException e) {
            return status(Statuses.UNAVAILABLE, "the store does not answer");
        }
    }

    private static Reply status(int status, String word) {
        return Reply.json(status, json -> json.writeStringProperty("status", word));
    }
}
