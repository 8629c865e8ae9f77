package holdfast.state;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of versions: the time to the microsecond, which sorts, and chance, so that no two collide. */
final class VersionIds {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss-SSSSSS").withZone(ZoneOffset.UTC);

    private static final Pattern ID = Pattern.compile("\\d{4}(-\\d{2}){5}-\\d{6}-[0-9a-f]{8}");

    private final InstantSource clock;

    VersionIds(InstantSource clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** A time after that of the version, whatever the clock says: versions sort in the order in which they were saved. */
    Instant after(@Nullable StateVersion version) {
        Instant now = now();
        return version == null || now.isAfter(version.at())
                ? now
                : version.at().plus(1, ChronoUnit.MICROS);
    }

    static String id(Instant at) {
        return FORM.format(at) + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Whether the version with this id was saved before this time. */
    static boolean isBefore(String id, Instant time) {
        return id.compareTo(FORM.format(time)) < 0;
    }
}
