package holdfast.cli;

import holdfast.model.StoreTime;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Times as people read them: absolute in UTC, and relative to the store's present. */
final class Times {
    private Times() {}

    /** Such as {@code 2024-11-05T14:32:15Z (2m 3s ago)} or {@code 2024-11-05T14:32:15Z (in 58s)}. */
    static String both(StoreTime time, StoreTime now) {
        return absolute(time) + " (" + relative(time, now) + ")";
    }

    static String absolute(StoreTime time) {
        return time.instant().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static String relative(StoreTime time, StoreTime now) {
        Duration ahead = now.until(time);
        if (ahead.abs().compareTo(Duration.ofSeconds(1)) < 0) {
            return "now";
        }
        String length = Durations.inWords(ahead);
        return ahead.isPositive() ? "in " + length : length + " ago";
    }
}
