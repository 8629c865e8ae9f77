package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LengthTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0ms",
        "PT0.1S, 100ms",
        "PT1.5S, 1s 500ms",
        "PT24H, 24h",
        "PT25H30M, 25h 30m",
        "PT1H0.000000001S, 1h 1ns",
        "PT-5S, -5s",
    })
    void aLengthIsToldAsPeopleWriteItWithNothingLeftOut(Duration length, String words) {
        assertThat(Length.inWords(length)).isEqualTo(words);
    }
}
