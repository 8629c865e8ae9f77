package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class EqualPartTest {
    static List<Duration> lengths() {
        return List.of(
                Duration.ZERO,
                Duration.ofNanos(1),
                Duration.ofNanos(999_999_999),
                Duration.ofSeconds(1),
                Duration.ofSeconds(59, 7),
                Duration.ofSeconds(60),
                Duration.ofDays(999_999_999),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void aPartIsWhatDivisionGives(Duration whole) {
        for (int parts : new int[] {1, 2, 3, 7, 10, 50}) {
            assertThat(EqualPart.of(whole, parts))
                    .as("%s / %d", whole, parts)
                    .isEqualTo(whole.dividedBy(parts));
        }
    }
}
