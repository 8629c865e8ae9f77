package holdfast.state;

import holdfast.model.Token;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names of versions: the time to the microsecond, which sorts, and chance, so that no two collide. */
final class VersionIds {
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("uuuu-MM-dd-HH-mm-ss-SSSSSS").withZone(ZoneOffset.UTC);

    private static final Pattern ID = Pattern.compile("\\d{4}(-\\d{2}){5}-\\d{6}-[0-9a-f]{8}");

    /** Of the times that {@link #FORM} writes such that they sort. */
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    private final InstantSource clock;

    VersionIds(InstantSource clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** Not before this token was granted, by the clock of the locks' store, of which a token is the time. */
    Instant now(Token token) {
        Instant granted = granted(token.value());
        Instant now = now();
        return now.isBefore(granted) ? granted : now;
    }

    /** When a lock with this token was granted; long ago if it cannot be the time of any store. */
    static Instant granted(long token) {
        Instant granted = Instant.EPOCH.plus(token, ChronoUnit.MICROS);
        return granted.isAfter(LAST) ? Instant.EPOCH : granted;
    }

    /**
     * A time for what is done with this token, after that of what was done before, whatever the clock says: versions sort in the
     * order in which they were saved.
     */
    Instant after(Instant before, Token token) {
        Instant now = now(token);
        return now.isAfter(before) ? now : before.plus(1, ChronoUnit.MICROS);
    }

    static String id(Instant at) {
        return FORM.format(at) + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Whether the version with this id was saved at this time. */
    static boolean isOf(String id, Instant time) {
        return id.startsWith(FORM.format(time));
    }

    /** Whether the version with this id was saved after this time. */
    static boolean isAfter(String id, Instant time) {
        String text = FORM.format(time);
        return id.length() >= text.length() && id.substring(0, text.length()).compareTo(text) > 0;
    }

    /** Whether the version with this id was saved before this time. */
    static boolean isBefore(String id, Instant time) {
        return id.compareTo(FORM.format(time)) < 0;
    }
}
