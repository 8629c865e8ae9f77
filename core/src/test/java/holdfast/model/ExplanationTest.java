package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
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
