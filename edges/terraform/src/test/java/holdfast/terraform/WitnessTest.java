package holdfast.terraform;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.Holdfast;
import holdfast.model.AcquireOutcome;
import holdfast.model.ForceUnlockRequest;
import holdfast.model.Hold;
import holdfast.model.Quarantine;
import holdfast.model.Standing;
import holdfast.store.memory.MemoryDocumentStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is written down of what clients do, and that nothing is taken away that is not written down first. */
final class WitnessTest {
    private static final String STATE = "{\"version\":4,\"serial\":3,\"lineage\":\"l\"}\n";
    private static final String OLDER = "{\"version\":4,\"serial\":1,\"lineage\":\"l\"}\n";

    private final ManualClock clock = new ManualClock();
    private final MemoryLockStore locks = new MemoryLockStore(clock);
    private final List<Witness.Act> told = new ArrayList<>();
    private boolean isFull;
    private final Backend backend =
            new Backend(
                    new Backend.Parts(
                            locks,
                            new MemoryDocumentStore(),
                            TerraformSettings.DEFAULT,
                            Access.OPEN,
                            new Notebook()),
                    0);

    private final class Notebook implements Witness {
        @Override
        public void before(List<Act> acts) {
            if (isFull) {
                throw new Unwritten("no space is left for the audit trail");
            }
            assertThat(isHeld()).as("it is not done yet").isTrue();
            told.addAll(acts);
        }

        @Override
        public void after(Act act) {
            told.add(act);
        }
    }

    @AfterEach
    void end() {
        backend.close();
        locks.close();
    }

    private static String lock(String id) {
        return "{\"ID\":\"%s\",\"Operation\":\"OperationTypeApply\",\"Who\":\"alice@host\",\"Version\":\"1\"}"
                .formatted(id);
    }

    private boolean isHeld() {
        return !holds().isEmpty();
    }

    private List<Hold> holds() {
        var view = backend.engine.look(Backend.state("net").root());
        return view.holds().stream().filter(hold -> hold.isLive(view.now())).toList();
    }

    private List<String> events() {
        return told.stream().map(Witness.Act::event).toList();
    }

    @Test
    void aForceUnlockIsWrittenDownBeforeItIsDone() {
        backend.status("LOCK", "net", lock("a"));
        String lock = holds().get(0).id().text();

        assertThat(backend.status("UNLOCK", "net", "")).isEqualTo(200);

        assertThat(events()).containsExactly("lock.force_unlock.requested");
        assertThat(told.get(0).lock()).isEqualTo(lock);
        assertThat(told.get(0).facts()).containsEntry("held_by", "alice@host");
        assertThat(isHeld()).isFalse();
    }

    @Test
    void aForceUnlockThatCannotBeWrittenDownIsNotDone() {
        backend.status("LOCK", "net", lock("a"));
        isFull = true;

        assertThat(backend.status("UNLOCK", "net", "")).isEqualTo(503);

        assertThat(isHeld()).isTrue();
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);
    }

    @Test
    void aForceUnlockDoesNotEndAQuarantine() {
        backend.status("LOCK", "net", lock("a"));
        backend.engine.forceUnlock(
                Backend.state("net").root(),
                new ForceUnlockRequest(
                        Set.of(holds().get(0).id()), "bob", "it hangs", Quarantine.usual()));

        var answer = backend.send("UNLOCK", "net", "");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("after a force-unlock");
        assertThat(holds())
                .singleElement()
                .satisfies(hold -> assertThat(hold.standing()).isEqualTo(Standing.QUARANTINE));
        assertThat(told).isEmpty();
    }

    @Test
    void aRunOfAnotherToolThatIsForcedHasTimeToLearnOfIt() throws InterruptedException {
        try (Holdfast others = Holdfast.on(locks)) {
            assertThat(others.lock("net").lease(Duration.ofMinutes(10)).acquireDetached())
                    .isInstanceOf(AcquireOutcome.Granted.class);
        }

        assertThat(backend.status("UNLOCK", "net", "")).isEqualTo(200);

        assertThat(backend.status("LOCK", "net", lock("a"))).isEqualTo(423);
        clock.advance(Quarantine.USUAL);
        assertThat(backend.status("LOCK", "net", lock("b"))).isEqualTo(200);
    }

    @Test
    void whatIsOutOfTheOrdinaryIsWrittenDown() {
        assertThat(backend.status("POST", "net", STATE)).isEqualTo(200);
        backend.status("LOCK", "net", lock("a"));
        assertThat(backend.status("POST", "net?ID=a", OLDER)).isEqualTo(200);
        assertThat(backend.status("POST", "net?ID=ghost", STATE)).isEqualTo(409);
        clock.advance(Duration.ofHours(3));
        assertThat(backend.status("POST", "net?ID=a", STATE)).isEqualTo(200);
        assertThat(backend.status("DELETE", "net", "")).isEqualTo(200);

        assertThat(events())
                .containsExactly(
                        "state.written_unlocked",
                        "state.alarm",
                        "state.write_refused",
                        "state.written_late",
                        "state.remove.requested",
                        "state.removed");
        assertThat(told).allSatisfy(act -> assertThat(act.by()).isEqualTo("local"));
        assertThat(told.get(1).facts().get("alarm")).contains("the serial went back from 3 to 1");
        assertThat(told.get(2).facts()).containsKeys("orphan", "reason", "terraform_id");
    }

    @Test
    void aRemovalThatCannotBeWrittenDownIsNotDone() {
        backend.status("POST", "net", STATE);
        isFull = true;

        assertThat(backend.status("DELETE", "net", "")).isEqualTo(503);

        assertThat(backend.send("GET", "net", "").body()).isEqualTo(STATE);
        assertThat(isHeld()).isFalse();
    }

    @Test
    void theOrdinaryIsNotWrittenDownTwice() {
        backend.status("LOCK", "net", lock("a"));
        backend.status("POST", "net?ID=a", STATE);
        backend.status("UNLOCK", "net", lock("a"));

        assertThat(told).isEmpty();
    }
}
