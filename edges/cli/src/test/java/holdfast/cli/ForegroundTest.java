package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ForegroundTest {
    @Test
    void aGroupThatTheTerminalSpeaksToIsInTheForeground() {
        assertThat(Foreground.isOfATerminal("42 (java) S 7 42 7 34816 42 4194304 0")).isTrue();
        assertThat(Foreground.isOfATerminal("43 (a (b) c) S 7 42 7 34816 42 4194304 0")).isTrue();
    }

    @Test
    void aBackgroundJobIsNot() {
        assertThat(Foreground.isOfATerminal("42 (java) S 7 42 7 34816 7 4194304 0")).isFalse();
    }

    @Test
    void aProcessWithoutATerminalIsNot() {
        assertThat(Foreground.isOfATerminal("42 (java) S 7 42 42 0 -1 4194304 0")).isFalse();
    }
}
