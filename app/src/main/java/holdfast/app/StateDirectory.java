package holdfast.app;

import java.nio.file.Path;
import java.util.Map;

/** Where programs keep what should outlive a restart, for this user. */
final class StateDirectory {
    private StateDirectory() {}

    static Path of(Map<String, String> environment) {
        String state = environment.get("XDG_STATE_HOME");
        // A relative path is to be ignored, says the XDG Base Directory Specification.
        Path directory =
                state != null && Path.of(state).isAbsolute()
                        ? Path.of(state)
                        : Path.of(System.getProperty("user.home"), ".local", "state");
        return directory.resolve("holdfast");
    }
}
