package holdfast.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this machine calls itself. Not through the network, which may take its time to find out. */
final class HostName {
    private static final Path FILE = Path.of("/proc/sys/kernel/hostname");

    private HostName() {}

    static String get() {
        try {
            return Files.readString(FILE).strip();
        } catch (IOException e) {
            return "localhost";
        }
    }
}
