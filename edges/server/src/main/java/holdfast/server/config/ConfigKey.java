package holdfast.server.config;

import java.util.Locale;

/**
 * Something that can be configured.
 *
 * @param name such as {@code listen.port}; {@code *} in it stands for any name that the file gives, as in {@code webhooks.*.url}
 * @param usual what holds if nobody says otherwise; empty for nothing
 * @param shown whether people may see it
 */
public record ConfigKey(String name, String usual, Shown shown, String meaning) {
    /** What every variable begins with. */
    static final String PREFIX = "HOLDFAST_";

    /** Whether people may see a value. */
    public enum Shown {
        PLAIN,
        HIDDEN
    }

    /** With a name of the file in the place of the first {@code *}. */
    ConfigKey named(String given) {
        return new ConfigKey(name.replaceFirst("\\*", given), usual, shown, meaning);
    }

    public ConfigKey(String name, String usual, String meaning) {
        this(name, usual, Shown.PLAIN, meaning);
    }

    /** The variable that goes before the file: {@code HOLDFAST_LISTEN_PORT} for {@code listen.port}. */
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
