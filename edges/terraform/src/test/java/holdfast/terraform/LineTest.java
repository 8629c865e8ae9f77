package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that poll keep their turn; those that are gone do not hold anybody up. */
final class LineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final MemoryLockStore locks = MemoryLockStore.withSystemClock();
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private Backend backend = open();

    private Backend open() {
        return new Backend(
                new Backend.Parts(
                        locks,
                        documents,
                        TerraformSettings.DEFAULT.withPatience(PATIENCE),
                        Access.OPEN),
                0);
    }

    @AfterEach
    void end() {
        backend.close();
        locks.close();
    }

    private static String lock(String id) {
        return "{\"ID\":\"%s\",\"Operation\":\"OperationTypeApply\",\"Who\":\"%s@host\",\"Version\":\"1\"}"
                .formatted(id, id);
    }

    private int ask(String id) {
        return backend.status("LOCK", "net", lock(id));
    }

    private void unlock(String id) {
        assertThat(backend.status("UNLOCK", "net", lock(id))).isEqualTo(200);
    }

    /** Asks twice, as a client with a lock timeout does. */
    private void stand(String id) {
        assertThat(ask(id)).isEqualTo(423);
        assertThat(ask(id)).isEqualTo(423);
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void theOneWhoWaitsGetsTheLockBeforeWhoeverComesWhenItIsFree() {
        ask("holder");
        stand("first");
        stand("second");

        unlock("holder");

        assertThat(ask("newcomer")).isEqualTo(423);
        assertThat(ask("second")).isEqualTo(423);
        assertThat(ask("first")).isEqualTo(200);
        unlock("first");
        assertThat(ask("second")).isEqualTo(200);
    }

    @Test
    void whoWaitsIsToldItsPlace() {
        ask("holder");
        stand("first");
        stand("second");

        assertThat(backend.send("LOCK", "net", lock("second")).body())
                .contains("Your place in line is 2 of 2")
                .contains("\"ID\":\"holder\"");
    }

    @Test
    void whoAskedOnceAndWentHoldsNobodyUp() {
        ask("holder");
        assertThat(ask("impatient")).isEqualTo(423);

        unlock("holder");

        assertThat(ask("newcomer")).isEqualTo(200);
    }

    @Test
    void theDeadAtTheHeadArePassedByTogether() {
        ask("holder");
        for (int i = 0; i < 5; i++) {
            stand("dead" + i);
        }
        stand("alive");
        long began = System.nanoTime();
        unlock("holder");

        await("the live client has the lock", () -> ask("alive") == 200);

        // One patience for all of them, not one each.
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isLessThan(PATIENCE.multipliedBy(3));
    }

    @Test
    void whoComesBackAfterItsPlaceWasGivenUpMayWaitAgain() {
        ask("holder");
        stand("late");
        await(
                "the place is given up",
                () -> backend.engine.queues().of(Backend.state("net").root()).isEmpty());

        stand("late");
        unlock("holder");

        assertThat(ask("late")).isEqualTo(200);
    }

    @Test
    void aPlaceIsKeptWhenTheServerIsAnotherOne() {
        ask("holder");
        stand("first");
        backend.close();
        backend = open();
        assertThat(ask("second")).isEqualTo(423);

        unlock("holder");

        assertThat(ask("second")).isEqualTo(423);
        assertThat(ask("first")).isEqualTo(200);
    }
}
