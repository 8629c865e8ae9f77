package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplanationTest {
    private static final Hold HOLD = Samples.hold(Terms.of(Duration.ofMinutes(1)));

    @Test
    void aConflictNamesTheLockItsHolderAndItsEnd() {
        var held = new Refusal.Held(Samples.API, List.of(HOLD), 3, Samples.NOON);

        assertThat(Explanation.of(held))
                .startsWith(
                        "Execution blocked: lock 'user-platform/production//user-service/api' held"
                                + " by alice until 2023-11-14T22:14:20Z.")
                .contains("since 2023-11-14T22:13:20Z")
                .contains("3 waiting");
    }

    @Test
    void aConflictIsToldByTheKeyThatTheCallerUsed() {
        var resource = new Resource(new Root("_db/i-0abc"), SubPath.WHOLE, "LOCK#DB#i-0abc");

        assertThat(Explanation.of(new Refusal.Held(resource, List.of(HOLD), 0, Samples.NOON)))
                .contains("lock 'LOCK#DB#i-0abc' held by");
    }

    @Test
    void whoIsBlockedByOthersInLineIsToldSo() {
        var held = new Refusal.Held(Samples.API, List.of(), 3, Samples.NOON);

        assertThat(Explanation.of(held)).contains("3 others are in line");
    }

    @Test
    void aFreezeIsToldWithItsReasonAndItsEnd() {
        var frozen = new Refusal.Frozen(Samples.API, Samples.freeze("", Samples.NOON));

        assertThat(Explanation.of(frozen))
                .contains("frozen by carol until 2023-11-14T22:13:20Z: end of quarter");
    }

    @Test
    void aDeadlockIsToldWithItsCycle() {
        var deadlock =
                new Refusal.Deadlock(Samples.API, List.of(new OwnerId("one"), new OwnerId("two")));

        assertThat(Explanation.of(deadlock)).contains("one waits for two waits for one");
    }

    @Test
    void aForcedEndIsToldWithWhoAndWhy() {
        assertThat(Explanation.of(new Ending.Forced("carol", "runner died")))
                .isEqualTo("it was force-unlocked by carol: runner died");
    }

    @Test
    void everyRefusalSaysWhatToDoNow() {
        var lock = HOLD.id();
        var owner = Samples.OWNER.id();

        assertThat(
                        Stream.of(
                                        new Refusal.TimedOut(
                                                Samples.API,
                                                Duration.ofSeconds(5),
                                                List.of(),
                                                null,
                                                Samples.NOON),
                                        new Refusal.QueueFull(Samples.API, "queue length", 1_000),
                                        new Refusal.Cancelled(Samples.API, "replaced"),
                                        new Refusal.Ended(
                                                Samples.API,
                                                lock,
                                                HOLD.token(),
                                                new Ending.Expired()),
                                        new Refusal.NotUnderLiveLock(
                                                Samples.API, lock, new Ending.Released()),
                                        new Refusal.NotUnderLiveLock(Samples.API, lock, null),
                                        new Refusal.OwnerNotProven(Samples.API, owner))
                                .map(Explanation::of))
                .containsExactly(
                        "Gave up after waiting 5s for 'user-platform/production//user-service/api'."
                                + " Nobody holds it now: others were first in line, or a freeze has just"
                                + " ended. Wait longer.",
                        "Nobody can be queued for 'user-platform/production//user-service/api':"
                                + " the limit queue length (1000) is reached. Try again later.",
                        "The request for 'user-platform/production//user-service/api' was withdrawn:"
                                + " replaced. Send a new request.",
                        "This request was granted lock lock_1700000000000000000_alice_0000cafe with token"
                                + " 7 before, and that is over: its lease ran out. Send a new request.",
                        "Lock lock_1700000000000000000_alice_0000cafe is not, or no longer, held by this"
                                + " owner (it was released), so nothing can be claimed under it."
                                + " Stop the work that it protected.",
                        "Lock lock_1700000000000000000_alice_0000cafe is not, or no longer, held by this"
                                + " owner, so nothing can be claimed under it."
                                + " Stop the work that it protected.",
                        "Owner owner-1 already holds something in 'user-platform/production'."
                                + " To claim more as that owner, name its lock id.");
    }

    @Test
    void aWaitThatEndedInAFreezeIsToldWithWhoFrozeItUntilWhenAndWhy() {
        var freeze =
                new Freeze(
                        "f1",
                        new Prefix("user-platform"),
                        "bob",
                        "release weekend",
                        Samples.NOON,
                        Samples.NOON.plus(Duration.ofHours(2)),
                        Set.of());
        var late =
                new Refusal.TimedOut(
                        Samples.API, Duration.ofSeconds(5), List.of(), freeze, Samples.NOON);

        String alone = Explanation.of(late);
        String held =
                Explanation.of(
                        new Refusal.TimedOut(
                                late.resource(), late.waited(), List.of(HOLD), freeze, late.now()));

        assertThat(alone)
                .startsWith("Gave up after waiting 5s")
                .contains("It is frozen by bob until ", ": release weekend. Wait for the end")
                .doesNotContain("Nobody holds it");
        assertThat(held).contains(HOLD.owner().name(), "frozen by bob");
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0ms",
        "PT0.3S, 300ms",
        "PT1S, 1s",
        "PT25.9S, 25s",
        "PT1H5M, 1h 5m",
        "PT1H5M7S, 1h 5m 7s",
        "PT2H3S, 2h 3s",
        "PT48H, 48h",
    })
    void aDurationIsToldInWords(Duration duration, String words) {
        assertThat(Explanation.inWords(duration)).isEqualTo(words);
    }
}
