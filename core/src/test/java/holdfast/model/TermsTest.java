package holdfast.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TermsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void withoutTenureALeaseRunsFromTheHeartbeat() {
        StoreTime now = Samples.NOON.plus(Duration.ofDays(100));

        assertThat(Terms.of(MINUTE).until(Samples.NOON, now)).isEqualTo(now.plus(MINUTE));
    }

    @Test
    void aTenureRunsFromTheAcquisitionAndCutsTheLease() {
        var terms = new Terms(MINUTE, Duration.ofMinutes(10));
        StoreTime end = Samples.NOON.plus(Duration.ofMinutes(10));

        assertThat(terms.until(Samples.NOON, minute(8))).isEqualTo(minute(9));
        assertThat(terms.until(Samples.NOON, minute(9))).isEqualTo(end);
        assertThat(terms.until(Samples.NOON, minute(9).plus(Duration.ofSeconds(30))))
                .isEqualTo(end);
        assertThat(terms.until(Samples.NOON, minute(20))).isEqualTo(end);
    }

    @Test
    void aTenureShorterThanTheLeaseIsTheEnd() {
        var terms = new Terms(Duration.ofHours(1), MINUTE);

        assertThat(terms.until(Samples.NOON, Samples.NOON)).isEqualTo(minute(1));
    }

    @Test
    void durationsThatNoTimeCouldHoldAreRefusedBeforeAnyStoreSeesThem() {
        List<Duration> wrong =
                List.of(
                        Duration.ZERO,
                        Duration.ofNanos(-1),
                        Terms.LONGEST.plusNanos(1),
                        Duration.ofSeconds(Long.MAX_VALUE));
        for (Duration duration : wrong) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> Terms.of(duration))
                    .withMessageStartingWith("a lease of ");
            assertThatExceptionOfType(InvalidRequestException.class)
                    .isThrownBy(() -> new Terms(MINUTE, duration))
                    .withMessageStartingWith("a tenure of ");
        }
    }

    @Test
    void theLongestTermsStillHaveAnEnd() {
        var terms = new Terms(Terms.LONGEST, Terms.LONGEST);

        assertThat(terms.until(Samples.NOON, Samples.NOON))
                .isEqualTo(Samples.NOON.plus(Terms.LONGEST));
    }

    private static StoreTime minute(int minute) {
        return Samples.NOON.plus(Duration.ofMinutes(minute));
    }
}
