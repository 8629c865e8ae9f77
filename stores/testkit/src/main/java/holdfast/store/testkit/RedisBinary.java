package holdfast.store.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/**
 * The real redis-server that tests run: the one of {@code HOLDFAST_REDIS_SERVER}, or the one in a library on the class path of the
 * tests that need it.
 */
final class RedisBinary {
    private static final String VERSION = "7.0.15";

    private RedisBinary() {}

    static Path unpackInto(Path folder) {
        String given = System.getenv("HOLDFAST_REDIS_SERVER");
        if (given != null) {
            return Path.of(given);
        }
        Path binary = folder.resolve("redis-server");
        String name = "/redis-server-" + VERSION + "-" + system();
        try (InputStream in =
                Objects.requireNonNull(RedisBinary.class.getResourceAsStream(name), name)) {
            Files.copy(in, binary);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!binary.toFile().setExecutable(true)) {
            throw new IllegalStateException(binary + " cannot be made executable");
        }
        return binary;
    }

    private static String system() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        boolean arm = arch.contains("aarch64") || arch.contains("arm");
        return (os.contains("mac") ? "darwin" : "linux") + "-" + (arm ? "arm64" : "amd64");
    }
}
