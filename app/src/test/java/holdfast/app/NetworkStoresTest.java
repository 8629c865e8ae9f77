package holdfast.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.cli.Stores;
import holdfast.store.LockStore;
import holdfast.store.StoreException;
import holdfast.store.memory.MemoryLockStore;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

final class NetworkStoresTest {
    private final NetworkStores stores = new NetworkStores();

    private static LockStore away() {
        return (LockStore)
                Proxy.newProxyInstance(
                        LockStore.class.getClassLoader(),
                        new Class<?>[] {LockStore.class},
                        (proxy, method, arguments) -> {
                            throw new StoreException.OutcomeUnknown("the answer was lost", null);
                        });
    }

    @Test
    void aGuardedStoreThatAnswersIsNoTrouble() {
        LockStore store = stores.guard(MemoryLockStore.withSystemClock());
        store.freezes();
        Stores.Watched watched = stores.watched(store).orElseThrow();
        assertThat(watched.troubled()).isFalse();
        assertThat(watched.inWords())
                .contains("1 calls answered, 0 failed", "circuit breaker is closed");
    }

    @Test
    void aGuardedStoreThatFailedIsToldWithTheStateOfItsBreaker() {
        LockStore store = stores.guard(away());
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(store::freezes).isInstanceOf(StoreException.OutcomeUnknown.class);
        }
        Stores.Watched watched = stores.watched(store).orElseThrow();
        assertThat(watched.troubled()).isTrue();
        assertThat(watched.inWords())
                .contains("10 failed", "circuit breaker is open", "10 of 10 calls failed");
    }

    @Test
    void nothingIsKnownOfAStoreThatIsNotGuarded() {
        assertThat(stores.watched(MemoryLockStore.withSystemClock())).isEmpty();
    }
}
