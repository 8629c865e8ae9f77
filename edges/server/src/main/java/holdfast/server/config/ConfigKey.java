package holdfast.server.config;

import java.util.Locale;

/**
 * Something that can be configured.
 *
 * @param name such as {@code listen.port}
 * @param usual what holds if nobody says otherwise; empty for nothing
 * @param shown whether people may see it
 */
public record ConfigKey(String name, String usual, Shown shown, String meaning) {
    /** Whether people may see a value. */
    public enum Shown {
        PLAIN,
        HIDDEN
    }

    public ConfigKey(String name, String usual, String meaning) {
        this(name, usual, Shown.PLAIN, meaning);
    }

    /** The variable that goes before the file: {@code HOLDFAST_LISTEN_PORT} for {@code listen.port}. */
    public String variable() {
        return "HOLDFAST_" + name.toUpperCase(Locale.ROOT).replace('.', '_');
    }
}
