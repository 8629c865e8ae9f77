package holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "90s, PT1M30S",
        "10m, PT10M",
        "1h30m, PT1H30M",
        "2d, PT48H",
        "500ms, PT0.5S",
        "1500ms, PT1.5S",
        "1s500ms, PT1.5S",
        "0s, PT0S"
    })
    void readsWhatPeopleWrite(String text, Duration meant) {
        assertThat(Durations.parse(text)).isEqualTo(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "5S", "1.5s", "30m1h", "9999999999s", "٣s"})
    void refusesWhatCouldMeanSomethingElse(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .hasMessageContaining("is not a length of time");
    }

    @Test
    void writesTheTwoLargestUnits() {
        assertThat(Durations.inWords(Duration.ofHours(51).plusSeconds(7))).isEqualTo("2d 3h");
        assertThat(Durations.inWords(Duration.ofMinutes(61))).isEqualTo("1h 1m");
        assertThat(Durations.inWords(Duration.ofMinutes(2))).isEqualTo("2m");
        assertThat(Durations.inWords(Duration.ofMillis(59_999))).isEqualTo("59s");
        assertThat(Durations.inWords(Duration.ofMillis(300))).isEqualTo("300ms");
    }
}
