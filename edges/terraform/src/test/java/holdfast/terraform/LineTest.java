package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.rulebook.Rules;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that poll keep their turn; those that are gone do not hold anybody up. */
final class LineTest {
    /** What clients make at last between two polls. */
    private static final Duration PAUSE = Duration.ofSeconds(16);

    private final ManualClock clock = new ManualClock();
    private final MemoryLockStore locks = new MemoryLockStore(clock);
    private final MemoryDocumentStore documents = new MemoryDocumentStore();
    private Backend backend = open();

    private Backend open() {
        return new Backend(
                new Backend.Parts(locks, documents, TerraformSettings.DEFAULT, Access.OPEN), 0);
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
    void whoPollsEverMoreSeldomKeepsItsTurnAndItsOffer() {
        ask("holder");
        stand("first");
        stand("second");
        for (int seconds : new int[] {2, 4, 8, 16, 16, 16}) {
            clock.advance(Duration.ofSeconds(seconds));
            assertThat(ask("first")).isEqualTo(423);
            assertThat(ask("second")).isEqualTo(423);
        }
        unlock("holder");
        clock.advance(PAUSE);

        assertThat(ask("second")).isEqualTo(423);
        assertThat(ask("first")).isEqualTo(200);
    }

    @Test
    void theDeadAtTheHeadArePassedByTogether() {
        ask("holder");
        for (int i = 0; i < 5; i++) {
            stand("dead" + i);
        }
        stand("alive");
        clock.advance(PAUSE);
        assertThat(ask("alive")).isEqualTo(423);
        unlock("holder");
        assertThat(ask("alive")).isEqualTo(423);

        // One offer to one of them, not one to each.
        clock.advance(Rules.DEFAULT.claimDeadline());

        assertThat(ask("alive")).isEqualTo(200);
    }

    @Test
    void whoComesBackAfterItsPlaceWasGivenUpMayWaitAgain() {
        ask("holder");
        stand("late");
        clock.advance(Rules.DEFAULT.ticketLease());

        stand("late");
        unlock("holder");

        assertThat(ask("late")).isEqualTo(200);
    }

    /** As behind a balancer: no server knows what its client heard of another. */
    @Test
    void aClientThatPollsAtSeveralServersKeepsItsTurnAndTheLockThatItGot() {
        try (Backend other = open()) {
            ask("holder");
            stand("first");
            for (int i = 0; i < 10; i++) {
                clock.advance(PAUSE);
                assertThat(other.status("LOCK", "net", lock("first"))).isEqualTo(423);
            }
            unlock("holder");
            clock.advance(PAUSE);
            assertThat(other.status("LOCK", "net", lock("first"))).isEqualTo(200);

            // Much later than the server at which it stood first would have waited for it.
            clock.advance(Duration.ofHours(1));

            assertThat(ask("second")).isEqualTo(423);
            assertThat(other.status("POST", "net?ID=first", "{\"serial\":1}")).isEqualTo(200);
        }
    }

    /** Each poll at the next server, so that none hears of the client twice until it has been to all. */
    @Test
    void aClientThatComesToEachServerOnceStandsInLineFromItsSecondPollOn() {
        try (Backend second = open();
                Backend third = open()) {
            ask("holder");
            assertThat(ask("first")).isEqualTo(423);
            assertThat(second.send("LOCK", "net", lock("first")).body())
                    .contains("Your place in line is 1 of 1");
            unlock("holder");

            assertThat(ask("newcomer")).isEqualTo(423);
            assertThat(third.status("LOCK", "net", lock("first"))).isEqualTo(200);
        }
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
