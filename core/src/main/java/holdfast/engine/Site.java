package holdfast.engine;

import holdfast.model.EngineId;
import holdfast.store.LockStore;

/** Where an engine works: its store, its host, and the name by which the store tells it things. */
record Site(LockStore store, EngineHost host, EngineId engine) {}
