package holdfast.engine;

import holdfast.model.EngineId;
import holdfast.store.LockStore;

/** Where an engine works: its store, its host, and the name by which the store tells it things, and who watches. */
record Site(LockStore store, EngineHost host, EngineId engine, Observers observers) {
    Site(LockStore store, EngineHost host, EngineId engine) {
        this(store, host, engine, new Observers());
    }
}
