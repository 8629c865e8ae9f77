package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProcessStatTest {
    @Test
    void aGroupThatTheTerminalSpeaksToIsInTheForeground() {
        assertThat(ProcessStat.parse("42 (java) S 7 42 7 34816 42 4194304 0").isInForeground())
                .isTrue();
        assertThat(ProcessStat.parse("43 (a (b) c) S 7 42 7 34816 42 4194304 0").isInForeground())
                .isTrue();
    }

    @Test
    void aBackgroundJobIsNot() {
        assertThat(ProcessStat.parse("42 (java) S 7 42 7 34816 7 4194304 0").isInForeground())
                .isFalse();
    }

    @Test
    void aProcessWithoutATerminalIsNot() {
        assertThat(ProcessStat.parse("42 (java) S 7 42 42 0 -1 4194304 0").isInForeground())
                .isFalse();
    }

    @Test
    void aProcessThatNobodyHasBuriedIsDead() {
        assertThat(ProcessStat.parse("42 (sh) Z 7 42 42 0 -1 4194304 0").hasEnded()).isTrue();
        assertThat(ProcessStat.parse("42 (a) Z (b) R 7 42 42 0 -1 4194304 0").hasEnded()).isFalse();
    }
}
