package holdfast.server;

import java.time.Instant;
import java.time.LocalDate;

/**
 * Writes times with milliseconds as {@link Instant#toString} does, in a fifth of the time: every answer about a lock has three. Other years than
 * those of four digits are left to it.
 */
final class Timestamp {
    private static final long FIRST = Instant.parse("1000-01-01T00:00:00Z").getEpochSecond();
    private static final long END = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int LENGTH = 24;

    private Timestamp() {}

    static String of(Instant time) {
        int millis = time.getNano() / NANOS_PER_MILLI;
        long second = time.getEpochSecond();
        if (second < FIRST || second >= END) {
            return Instant.ofEpochSecond(second, (long) millis * NANOS_PER_MILLI).toString();
        }
        LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(second, SECONDS_PER_DAY));
        int ofDay = Math.floorMod(second, SECONDS_PER_DAY);
        var text = new StringBuilder(LENGTH);
        text.append(day.getYear());
        two(text.append('-'), day.getMonthValue());
        two(text.append('-'), day.getDayOfMonth());
        two(text.append('T'), ofDay / 3_600);
        two(text.append(':'), ofDay / 60 % 60);
        two(text.append(':'), ofDay % 60);
        if (millis > 0) {
            text.append('.').append((char) ('0' + millis / 100));
            two(text, millis % 100);
        }
        return text.append('Z').toString();
    }

    private static void two(StringBuilder text, int number) {
        text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
