package holdfast.redlock;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;

/**
 * The scripts, each a file beside this class. They are sent in full: sent by their digest, a server that had forgotten them would
 * have to be asked twice, and the release of an attempt could overtake it.
 */
enum Script {
    ACQUIRE,
    EXTEND,
    RELEASE;

    private final String text;

    Script() {
        text = read(name().toLowerCase(Locale.ROOT) + ".lua");
    }

    String text() {
        return text;
    }

    private static String read(String file) {
        try (InputStream in =
                Objects.requireNonNull(Script.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the script " + file, e);
        }
    }
}
