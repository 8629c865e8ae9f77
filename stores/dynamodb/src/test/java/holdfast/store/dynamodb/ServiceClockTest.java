package holdfast.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import holdfast.store.StoreException;
import holdfast.store.dynamodb.ServiceClock.HostInstant;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service's time is never earlier and never later than the clock says, whatever the host's clocks do. */
final class ServiceClockTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    /** True times of the service, and the host's two clocks beside it. */
    private long service = 1_794_000_000L * SECOND + 123_456_789;

    private long monotonic = 77;
    private long wall = service;
    private final ServiceClock clock = new ServiceClock(() -> monotonic, () -> wall);

    private void pass(long nanos, long driftPerMillion) {
        service += nanos;
        long seen = nanos + nanos / 1_000_000 * driftPerMillion;
        monotonic += seen;
        wall += seen;
    }

    private void answer(long thereNanos, long backNanos, long drift) {
        HostInstant sent = clock.hostNow();
        pass(thereNanos, drift);
        long date = service / SECOND;
        pass(backNanos, drift);
        clock.heard(date, sent, clock.hostNow());
    }

    private void assertWithin() {
        var reading = clock.read();
        assertThat(service)
                .isBetween(reading.earliest().epochNanos(), reading.latest().epochNanos());
    }

    private Duration width() {
        var reading = clock.read();
        return reading.earliest().until(reading.latest());
    }

    @ParameterizedTest
    @ValueSource(longs = {-400, -50, 0, 50, 400})
    void theTrueTimeLiesBetweenTheTwoHoweverTheHostDrifts(long drift) {
        var random = new Random(drift);
        for (int i = 0; i < 2_000; i++) {
            answer(random.nextLong(40 * MILLI) + 1, random.nextLong(40 * MILLI) + 1, drift);
            assertWithin();
            pass(random.nextLong(i % 100 == 0 ? 600 * SECOND : SECOND), drift);
            assertWithin();
        }
    }

    @Test
    void severalAnswersNarrowItDown() {
        answer(MILLI, MILLI, 0);
        Duration first = width();
        for (int i = 0; i < 50; i++) {
            pass(97 * MILLI, 0);
            answer(MILLI, MILLI, 0);
        }

        assertThat(first).isGreaterThan(Duration.ofSeconds(1));
        assertThat(width()).isLessThan(ServiceClock.SKEW.multipliedBy(2).plusMillis(150));
    }

    /** While a host is suspended only its wall clock goes on. */
    @Test
    void aSuspendedHostStampsNothingTooEarly() {
        answer(MILLI, MILLI, 0);
        service += 3_600 * SECOND;
        wall += 3_600 * SECOND;

        assertWithin();
    }

    @ParameterizedTest
    @ValueSource(longs = {-3_600, 3_600})
    void aWallClockThatIsAnHourOffChangesNothing(long seconds) {
        wall += seconds * SECOND;
        answer(MILLI, MILLI, 0);
        pass(10 * SECOND, 0);

        assertWithin();
        assertThat(width()).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aWallClockThatIsSetBackWhileItRunsChangesNothing() {
        answer(MILLI, MILLI, 0);
        wall -= 3_600 * SECOND;
        pass(10 * SECOND, 0);

        assertWithin();
        assertThat(width()).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aServiceWhoseClockWasSetIsBelievedAnew() {
        answer(MILLI, MILLI, 0);
        service += 60 * SECOND;
        answer(MILLI, MILLI, 0);
        assertWithin();

        service -= 120 * SECOND;
        answer(MILLI, MILLI, 0);
        assertWithin();
    }

    @Test
    void beforeTheFirstAnswerNoTimeIsKnown() {
        assertThatThrownBy(clock::read).isInstanceOf(StoreException.Unavailable.class);
    }
}
