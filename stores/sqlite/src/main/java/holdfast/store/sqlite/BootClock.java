package holdfast.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The boot clock of Linux, the same for all processes: {@code System.nanoTime()}, which there is CLOCK_MONOTONIC, plus the time
 * that the machine was suspended, which that clock leaves out. The suspended time is what {@code /proc/uptime} is ahead.
 */
final class BootClock implements HostClock {
    /** /proc/uptime counts in steps of 10 ms, so less than two of them mean nothing. */
    private static final long NOTICEABLE_NANOS = 20_000_000;

    /** A measurement that took longer than this was itself interrupted, and says nothing. */
    private static final long MEASUREMENT_NANOS_MAX = 5_000_000;

    private static final long MEASURE_EVERY_NANOS = 1_000_000_000;

    private final String boot;
    private final Sources sources;
    private volatile Suspended suspended;

    /** Where the times come from. The uptime is the first number of {@code /proc/uptime}, in seconds. */
    record Sources(LongSupplier monotonic, Supplier<String> uptime, Supplier<Instant> wall) {}

    private record Suspended(long measuredAt, long nanos) {}

    BootClock(String boot, Sources sources) {
        this.boot = boot;
        this.sources = sources;
        suspended = new Suspended(sources.monotonic().getAsLong(), 0);
        measure();
    }

    /** The clock of this machine: the boot clock where there is one, else the wall clock alone. */
    static HostClock ofThisMachine() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return new BootClock(
                    boot + timeNamespace(),
                    new Sources(System::nanoTime, BootClock::readUptime, Instant::now));
        } catch (IOException | SecurityException e) {
            return new WallClock(Instant::now);
        }
    }

    @Override
    public String boot() {
        return boot;
    }

    @Override
    public Reading read() {
        long now = sources.monotonic().getAsLong();
        if (now - suspended.measuredAt() >= MEASURE_EVERY_NANOS) {
            measure();
        }
        long asleep = suspended.nanos();
        // Each process measures for itself how long the machine slept.
        return new Reading(now + asleep, WallClock.nanos(sources.wall().get()), asleep == 0);
    }

    private void measure() {
        long before = sources.monotonic().getAsLong();
        long uptime = nanos(sources.uptime().get());
        long after = sources.monotonic().getAsLong();
        long ahead = uptime - after;
        boolean counts = after - before <= MEASUREMENT_NANOS_MAX && ahead >= NOTICEABLE_NANOS;
        // Never less than before: a clock that judges leases does not go back.
        suspended =
                new Suspended(
                        after, counts ? Math.max(ahead, suspended.nanos()) : suspended.nanos());
    }

    /** Containers may count the boot time from another moment; they are then as good as another boot. */
    private static String timeNamespace() {
        try {
            return " " + Files.readSymbolicLink(Path.of("/proc/self/ns/time"));
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }

    private static String readUptime() {
        try {
            return Files.readString(Path.of("/proc/uptime"));
        } catch (IOException e) {
            return "0";
        }
    }

    /** Of a text that begins with seconds and at most nine decimals. */
    private static long nanos(String uptime) {
        String seconds = uptime.strip().split("\\s", 2)[0];
        int point = seconds.indexOf('.');
        String whole = point < 0 ? seconds : seconds.substring(0, point);
        String decimals = point < 0 ? "" : seconds.substring(point + 1);
        return Long.parseLong(whole) * 1_000_000_000L
                + Long.parseLong((decimals + "000000000").substring(0, 9));
    }
}
