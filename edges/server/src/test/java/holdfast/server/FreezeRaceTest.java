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
import java.util.concurrent.atomic.AtomicBoolean;
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

    private static final FreezeDraft AUDIT_OF_THE_BANK =
            new FreezeDraft(
                    "sale", new Prefix("bank"), "root", "audit", Duration.ofMinutes(1), Set.of());

    /** In the moment before it is written, somebody else places a freeze of the same id where this admin has no say. */
    private static Served replacedBefore(String write, LockStore real) {
        var replaced = new AtomicBoolean();
        LockStore store =
                MeddledStore.of(
                        real,
                        method -> {
                            if (method.equals(write) && !replaced.getAndSet(true)) {
                                real.placeFreeze(SALE, audit());
                            }
                        });
        return Served.start(store, EngineSettings.DEFAULT);
    }

    @Test
    void aFreezeThatReplacesAnotherInTheLastMomentIsNotLiftedInItsStead() {
        LockStore real = MemoryLockStore.withSystemClock();
        real.placeFreeze(AUDIT_OF_THE_BANK, audit());
        try (Served served = replacedBefore("liftFreeze", real);
                Served bank = served.beside(served.documents(), FreezeRaceTest::adminOfTheBank)) {
            var answer = bank.delete("/v1/freezes/sale");

            assertThat(answer.status()).as("%s", answer).isEqualTo(403);
            assertThat(real.freezes().all())
                    .extracting(freeze -> freeze.prefix().text())
                    .containsExactly("shop");
        }
    }

    @Test
    void aFreezeThatComesInTheLastMomentIsNotReplacedByWhoMayNotLiftIt() {
        LockStore real = MemoryLockStore.withSystemClock();
        try (Served served = replacedBefore("placeFreeze", real);
                Served bank = served.beside(served.documents(), FreezeRaceTest::adminOfTheBank)) {
            var answer =
                    bank.post(
                            "/v1/freezes",
                            "{\"freeze_id\":\"sale\",\"prefix\":\"bank\",\"reason\":\"audit\","
                                    + "\"duration_seconds\":60}");

            assertThat(answer.status()).as("%s", answer).isEqualTo(403);
            assertThat(real.freezes().all())
                    .extracting(freeze -> freeze.prefix().text())
                    .containsExactly("shop");
        }
    }

    private static AuditEntry audit() {
        return new AuditEntry("freeze", "root", "sale", Resource.parse("shop"), Map.of());
    }
}
