package holdfast.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class BootClockTest {
    private final Machine machine = new Machine();
    private final BootClock clock =
            new BootClock(
                    "boot",
                    new BootClock.Sources(
                            () -> machine.read(), machine::uptime, () -> machine.wall));

    /** A Linux machine in nanoseconds: its monotonic clock stands still while it is suspended, its uptime goes on. */
    private static final class Machine {
        long monotonic = Duration.ofHours(3).toNanos();
        long suspended;
        long readTakes;
        Instant wall = Instant.parse("2026-03-01T12:00:00Z");

        long read() {
            monotonic += readTakes;
            return monotonic;
        }

        void run(Duration by) {
            monotonic += by.toNanos();
        }

        void suspend(Duration by) {
            suspended += by.toNanos();
        }

        /** As /proc/uptime: seconds with two decimals, and a second number that is of no interest. */
        String uptime() {
            long hundredths = (monotonic + suspended) / 10_000_000;
            return String.format("%d.%02d 12345.67\n", hundredths / 100, hundredths % 100);
        }
    }

    private long read() {
        return clock.read().sinceBootNanos();
    }

    @Test
    void withoutSuspensionItIsTheMonotonicClockToTheNanosecond() {
        machine.run(Duration.ofSeconds(90).plusNanos(7));

        assertThat(read()).isEqualTo(machine.monotonic);
    }

    @Test
    void theTimeOfASuspensionIsCountedAfterASecondAtMost() {
        machine.suspend(Duration.ofHours(1));
        machine.run(Duration.ofSeconds(1));

        assertThat(read())
                .isBetween(
                        machine.monotonic + Duration.ofHours(1).minusMillis(10).toNanos(),
                        machine.monotonic + Duration.ofHours(1).toNanos());
    }

    @Test
    void aSuspensionBeforeTheProcessBeganIsCounted() {
        machine.suspend(Duration.ofHours(1));

        var later =
                new BootClock(
                        "boot",
                        new BootClock.Sources(
                                () -> machine.monotonic, machine::uptime, () -> machine.wall));

        assertThat(later.read().sinceBootNanos())
                .isGreaterThan(machine.monotonic + Duration.ofMinutes(59).toNanos());
    }

    @Test
    void lessThanTwoStepsOfTheUptimeAreNoSuspension() {
        machine.suspend(Duration.ofMillis(19));
        machine.run(Duration.ofSeconds(5));

        assertThat(read()).isEqualTo(machine.monotonic);
    }

    @Test
    void aMeasurementThatWasInterruptedIsNotTrusted() {
        machine.run(Duration.ofSeconds(1));
        machine.readTakes = Duration.ofMillis(6).toNanos();
        machine.suspend(Duration.ofHours(1));

        long interrupted = read();
        machine.readTakes = 0;
        machine.run(Duration.ofSeconds(1));
        long undisturbed = read();

        assertThat(interrupted).isLessThan(machine.monotonic);
        assertThat(undisturbed).isGreaterThan(machine.monotonic + Duration.ofMinutes(59).toNanos());
    }

    @Test
    void itNeverGoesBackWhenTheUptimeLooksSmaller() {
        machine.suspend(Duration.ofHours(1));
        machine.run(Duration.ofSeconds(1));
        long before = read();

        machine.suspend(Duration.ofMinutes(-30));
        machine.run(Duration.ofSeconds(1));

        assertThat(read()).isEqualTo(before + Duration.ofSeconds(1).toNanos());
    }

    @Test
    void theMachineOfThisTestHasAClockThatRuns() {
        HostClock here = BootClock.ofThisMachine();

        var first = here.read();
        var second = here.read();

        assertThat(second.sinceBootNanos()).isGreaterThanOrEqualTo(first.sinceBootNanos());
        assertThat(first.wallNanos()).isPositive();
    }
}
