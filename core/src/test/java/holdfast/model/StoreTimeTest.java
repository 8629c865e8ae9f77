package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StoreTimeTest {
    @Test
    void isAnInstantToTheNanosecond() {
        Instant instant = Instant.parse("2024-01-15T14:20:00.123456789Z");

        StoreTime time = StoreTime.of(instant);

        assertThat(time.instant()).isEqualTo(instant);
        assertThat(time.micros()).isEqualTo(1_705_328_400_123_456L);
        assertThat(time).hasToString("2024-01-15T14:20:00.123456789Z");
    }

    @Test
    void aTimeHasReachedItselfAndWhatWasBefore() {
        StoreTime later = Samples.NOON.plus(Duration.ofNanos(1));

        assertThat(Samples.NOON.hasReached(Samples.NOON)).isTrue();
        assertThat(later.hasReached(Samples.NOON)).isTrue();
        assertThat(Samples.NOON.hasReached(later)).isFalse();
        assertThat(later).isGreaterThan(Samples.NOON);
    }

    @Test
    void theWayToATimeThatHasPassedIsNegative() {
        StoreTime later = Samples.NOON.plus(Duration.ofSeconds(5));

        assertThat(Samples.NOON.until(later)).isEqualTo(Duration.ofSeconds(5));
        assertThat(later.until(Samples.NOON)).isEqualTo(Duration.ofSeconds(-5));
    }

    static Stream<Duration> tooLong() {
        return Stream.of(
                Duration.ofDays(365L * 300),
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofNanos(Long.MAX_VALUE),
                Duration.ofNanos(Long.MAX_VALUE - Samples.NOON.epochNanos() + 1));
    }

    @ParameterizedTest
    @MethodSource("tooLong")
    void aTimeThatCannotBeHeldIsRefusedAndDoesNotWrapAround(Duration duration) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> Samples.NOON.plus(duration))
                .withMessageContaining("no store's time reaches");
    }

    @Test
    void theLastTimeThatCanBeHeldIsReached() {
        var left = Duration.ofNanos(Long.MAX_VALUE - Samples.NOON.epochNanos());

        assertThat(Samples.NOON.plus(left)).isEqualTo(new StoreTime(Long.MAX_VALUE));
    }

    @Test
    void thereIsNoTimeBefore1970() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new StoreTime(-1));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new StoreTime(0).plus(Duration.ofNanos(-1)));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> StoreTime.of(Instant.EPOCH.minusNanos(1)));
    }

    @Test
    void anInstantThatNoStoreKnowsIsNotCut() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> StoreTime.of(Instant.parse("2263-01-01T00:00:00Z")));
    }
}
