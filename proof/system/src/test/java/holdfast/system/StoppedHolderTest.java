package holdfast.system;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.HeldLock;
import holdfast.model.LockId;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A holder is stopped for longer than its lease, as a paused container or a swapped-out machine is, and then goes on. */
final class StoppedHolderTest {
    private static final long LEASE_MILLIS = 1_000;
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir private Path folder;

    @Test
    void theLockGoesToTheNextWithALargerTokenAndTheHolderLearnsThatItIsLost() throws Exception {
        Path path = folder.resolve("locks.db");
        try (Child stopped = Child.start(Holder.class, path);
                LockFile file = LockFile.open(path)) {
            long oldToken = takeAndStop(stopped);
            try (HeldLock next = file.holdfast().lock("a").waitAtMost(LONG).takeOrThrow()) {
                assertThat(next.token().value()).isGreaterThan(oldToken);
                stopped.signal("CONT");
                assertThat(stopped.ask("state", "a").text(0)).isEqualTo("Lost EXPIRED");
                assertThat(stopped.ask("release", "a").text(0)).isEqualTo("Lost Expired");
                assertStillHeld(file, next.id());
            }
            stopped.end();
        }
    }

    @Test
    void aReleaseThatIsTheFirstThingAfterThePauseFreesNobodyElsesLock() throws Exception {
        Path path = folder.resolve("locks.db");
        try (Child stopped = Child.start(Holder.class, path);
                LockFile file = LockFile.open(path)) {
            takeAndStop(stopped);
            stopped.tell("release", "a"); // it reads this when it goes on
            try (HeldLock next = file.holdfast().lock("a").waitAtMost(LONG).takeOrThrow()) {
                stopped.signal("CONT");
                assertThat(stopped.hear().text(0)).isEqualTo("Lost Expired");
                assertStillHeld(file, next.id());
            }
            stopped.end();
        }
    }

    @Test
    void aHolderThatNeverStopsLookingIsNotToldForAMomentThatItStillHolds() throws Exception {
        Path path = folder.resolve("locks.db");
        try (Child stopped = Child.start(Looker.class, path);
                LockFile file = LockFile.open(path)) {
            assertThat(stopped.hear().word(0)).isEqualTo("taken");
            stopped.signal("STOP");
            try (HeldLock next = file.holdfast().lock("a").waitAtMost(LONG).takeOrThrow()) {
                stopped.signal("CONT");
                assertThat(stopped.hear().text(0)).isEqualTo("lost, and said to be held 0 times");
                assertStillHeld(file, next.id());
            }
        }
    }

    private static long takeAndStop(Child child) throws Exception {
        assertThat(child.hear().word(0)).isEqualTo("ready");
        Child.Answer taken = child.ask("take", "a", LEASE_MILLIS, 60_000);
        assertThat(taken.word(0)).isEqualTo("taken");
        child.signal("STOP");
        return taken.number(1);
    }

    private static void assertStillHeld(LockFile file, LockId lock) {
        assertThat(file.holdfast().engine().find(lock)).isPresent();
    }

    /** Asks for the state of its lock without a rest, until it is lost. */
    static final class Looker {
        private Looker() {}

        public static void main(String[] args) throws Exception {
            try (LockFile file = LockFile.open(Path.of(args[0]))) {
                HeldLock lock =
                        file.holdfast()
                                .lock("a")
                                .lease(Duration.ofMillis(LEASE_MILLIS))
                                .takeOrThrow();
                System.out.println("taken");
                int wrong = 0;
                boolean held = true;
                while (held) {
                    boolean trusted = lock.trustLeft().isPositive();
                    held = lock.state().isHeld();
                    wrong += held && !trusted ? 1 : 0;
                }
                System.out.println("lost, and said to be held " + wrong + " times");
            }
        }
    }
}
