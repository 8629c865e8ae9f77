package holdfast.state;

import holdfast.model.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How states are kept.
 *
 * @param retention how long a version stays that is no longer the current one
 * @param onSave whether saves take away what is older
 * @param bytesMax the largest state that is taken
 */
public record StateSettings(Duration retention, OnSave onSave, long bytesMax, KeyRing keys) {
    public static final StateSettings DEFAULT =
            new StateSettings(Duration.ofDays(90), OnSave.SWEEP, 256L * 1024 * 1024, KeyRing.EMPTY);

    /** What becomes of old versions when a new one is saved. */
    public enum OnSave {
        SWEEP,
        /** They stay: how long the others keep them is not known here. */
        LEAVE
    }

    private static final String KEYS = "HOLDFAST_STATE_KEYS";
    private static final String KEYS_FILE = "HOLDFAST_STATE_KEYS_FILE";
    private static final String RETENTION_DAYS = "HOLDFAST_STATE_RETENTION_DAYS";
    private static final String BYTES_MAX = "HOLDFAST_STATE_BYTES_MAX";

    public StateSettings {
        if (!retention.isPositive()) {
            throw new IllegalArgumentException("a retention of " + retention + " keeps nothing");
        }
        if (bytesMax <= 0) {
            throw new IllegalArgumentException("a limit of " + bytesMax + " bytes allows nothing");
        }
    }

    /** As environment variables say, which may hold secrets that no option should. */
    public static StateSettings from(Map<String, String> environment) {
        String days = environment.get(RETENTION_DAYS);
        String bytes = environment.get(BYTES_MAX);
        return new StateSettings(
                days == null
                        ? DEFAULT.retention()
                        : Duration.ofDays(positive(RETENTION_DAYS, days)),
                days == null ? OnSave.LEAVE : OnSave.SWEEP,
                bytes == null ? DEFAULT.bytesMax() : positive(BYTES_MAX, bytes),
                keys(environment));
    }

    private static long positive(String name, String value) {
        try {
            long number = Long.parseLong(value);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new InvalidRequestException(name + " is not a number above 0: '" + value + "'");
    }

    private static KeyRing keys(Map<String, String> environment) {
        String file = environment.get(KEYS_FILE);
        String text = environment.get(KEYS);
        if (file != null && text != null) {
            throw new InvalidRequestException("set " + KEYS + " or " + KEYS_FILE + ", not both");
        }
        if (file == null) {
            return text == null ? KeyRing.EMPTY : KeyRing.parse(text);
        }
        try {
            return KeyRing.parse(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new InvalidRequestException(
                    "the keys in " + KEYS_FILE + " '" + file + "' cannot be read: " + e);
        }
    }

    public StateSettings withRetention(Duration other) {
        return new StateSettings(other, OnSave.SWEEP, bytesMax, keys);
    }

    public StateSettings withBytesMax(long other) {
        return new StateSettings(retention, onSave, other, keys);
    }

    public StateSettings withKeys(KeyRing other) {
        return new StateSettings(retention, onSave, bytesMax, other);
    }
}
