package holdfast.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of time as people write and read them: {@code 90s}, {@code 10m}, {@code 1h30m}, {@code 500ms}. */
final class Durations implements ITypeConverter<Duration> {
    /** Nine digits of days are more than anything allows, and nothing that is computed from them overflows. */
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    @Override
    public Duration convert(String text) {
        return parse(text);
    }

    static Duration parse(String text) {
        var match = FORM.matcher(text);
        if (text.isEmpty() || !match.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a length of time: write 90s, 10m, 1h30m or 500ms");
        }
        return Duration.ofDays(part(match.group(1)))
                .plusHours(part(match.group(2)))
                .plusMinutes(part(match.group(3)))
                .plusSeconds(part(match.group(4)))
                .plusMillis(part(match.group(5)));
    }

    private static long part(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }

    /** The two largest units, such as {@code 2d 3h}, {@code 5m 12s} or {@code 300ms}. */
    static String inWords(Duration duration) {
        Duration length = duration.abs();
        if (length.toDays() > 0) {
            return two(length.toDays(), "d", length.toHoursPart(), "h");
        }
        if (length.toHours() > 0) {
            return two(length.toHours(), "h", length.toMinutesPart(), "m");
        }
        if (length.toMinutes() > 0) {
            return two(length.toMinutes(), "m", length.toSecondsPart(), "s");
        }
        return length.toSeconds() > 0 ? length.toSeconds() + "s" : length.toMillis() + "ms";
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return small == 0 ? large + largeUnit : large + largeUnit + " " + small + smallUnit;
    }
}
