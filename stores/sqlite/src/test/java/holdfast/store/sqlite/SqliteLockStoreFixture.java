package holdfast.store.sqlite;

import holdfast.store.LockStore;
import holdfast.store.testkit.LockStoreFixture;
import holdfast.store.testkit.SecondHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A new file for each test; a second handle has connections of its own, as another process would. */
record SqliteLockStoreFixture(
        TestFile file, ManualHost host, SqliteLockStore store, List<LockStore> others)
        implements LockStoreFixture {
    static SqliteLockStoreFixture on(ManualHost host) {
        var file = TestFile.create();
        return new SqliteLockStoreFixture(file, host, open(file, host), new ArrayList<>());
    }

    private static SqliteLockStore open(TestFile file, ManualHost host) {
        return SqliteLockStore.open(file.path(), SqliteOptions.defaults(), host);
    }

    @Override
    public void advance(Duration by) {
        host.advance(by);
    }

    @Override
    public void stepBack(Duration by) {
        host.stepBack(by);
    }

    @Override
    public SecondHandle<LockStore> openAgain() {
        LockStore other = open(file, host);
        others.add(other);
        return new SecondHandle.OnSameData<>(other);
    }

    @Override
    public Telling telling() {
        return Telling.ROOTS_ONLY;
    }

    @Override
    public Duration noticesWithin() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void close() {
        others.forEach(LockStore::close);
        store.close();
        file.remove();
    }
}
