package holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.access.Grant;
import holdfast.access.Role;
import holdfast.engine.EngineSettings;
import holdfast.model.AuditEntry;
import holdfast.model.Prefix;
import holdfast.model.Resource;
import holdfast.store.FreezeDraft;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A freeze that comes while somebody is being checked. */
@Timeout(60)
final class FreezeRaceTest {
    private static final FreezeDraft SALE =
            new FreezeDraft(
                    "sale", new Prefix("shop"), "root", "sale", Duration.ofMinutes(1), Set.of());

    private static Caller adminOfTheBank(Gate.Credential credential) {
        var grant = new Grant(Role.ADMIN, Set.of(new Prefix("bank")));
        return new CredentialCaller(
                new holdfast.access.Caller("test:mallory", "mallory", List.of(grant)));
    }

    @Test
    void aFreezeIsNotLiftedByWhomNobodyCheckedBecauseItWasNotThereYet() {
        var looks = new AtomicInteger(Integer.MIN_VALUE);
        LockStore real = MemoryLockStore.withSystemClock();
        LockStore store =
                MeddledStore.of(
                        real,
                        method -> {
                            if (method.equals("freezes") && looks.incrementAndGet() == 2) {
                                real.placeFreeze(SALE, audit());
                            }
                        });
        try (Served served = Served.start(store, EngineSettings.DEFAULT);
                Served bank = served.beside(served.documents(), FreezeRaceTest::adminOfTheBank)) {
            looks.set(0);

            var answer = bank.delete("/v1/freezes/sale");

            assertThat(answer.status()).as("%s", answer).isIn(403, 404);
            real.placeFreeze(SALE, audit());
            assertThat(bank.delete("/v1/freezes/sale").status()).isEqualTo(403);
        }
    }

    private static AuditEntry audit() {
        return new AuditEntry("freeze", "root", "sale", Resource.parse("shop"), Map.of());
    }
}
