package holdfast.system;

import holdfast.Holdfast;
import holdfast.engine.EngineSettings;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.Path;
import java.time.Duration;

/** One SQLite file, opened as an application opens it. */
final class LockFile implements AutoCloseable {
    /** Far more than a call needs: on a machine that does ten other things, a process may get no turn for seconds. */
    private static final SqliteOptions PATIENT = new SqliteOptions(Duration.ofMinutes(1));

    private final SqliteLockStore store;
    private final Holdfast holdfast;

    private LockFile(SqliteLockStore store, Holdfast holdfast) {
        this.store = store;
        this.holdfast = holdfast;
    }

    static LockFile open(Path file) {
        return open(file, EngineSettings.DEFAULT);
    }

    static LockFile open(Path file, EngineSettings settings) {
        var store = SqliteLockStore.open(file, PATIENT);
        try {
            return new LockFile(store, Holdfast.on(store, settings));
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    Holdfast holdfast() {
        return holdfast;
    }

    SqliteLockStore store() {
        return store;
    }

    @Override
    public void close() {
        holdfast.close();
        store.close();
    }
}
