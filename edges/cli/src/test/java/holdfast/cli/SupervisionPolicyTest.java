package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import holdfast.engine.Loss;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SupervisionPolicyTest {
    private static Supervision.Policy withGraceOf(Duration grace) {
        return new Supervision.Policy(OnLost.KILL, grace, Duration.ofMillis(500));
    }

    @Test
    void aForceUnlockLeavesTheGraceThatWasChosen() {
        assertThat(withGraceOf(Duration.ofSeconds(10)).graceAfter(Loss.Reason.FORCED))
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aForceUnlockLeavesNoMoreThanTheUsualQuarantineHoweverLongTheGrace() {
        assertThat(withGraceOf(Duration.ofMinutes(2)).graceAfter(Loss.Reason.FORCED))
                .isEqualTo(Duration.ofMillis(29_500));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FORCED")
    void whatMayBeAnothersAlreadyLeavesNone(Loss.Reason reason) {
        assertThat(withGraceOf(Duration.ofSeconds(10)).graceAfter(reason)).isZero();
    }
}
