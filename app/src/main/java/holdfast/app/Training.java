package holdfast.app;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sqlite.util.OSInfo;

/**
 * Runs once after a build, in a folder of its own: shows the JVM the commands, so that it can keep what it learnt of them in its
 * AOT cache, and unpacks the native part of SQLite, which every start would unpack again.
 */
public final class Training {
    private static final String LIBRARY = "libsqlitejdbc.so";

    private static final List<List<String>> COMMANDS =
            List.of(
                    List.of("run", "--lock", "training", "--", "true"),
                    List.of("locks", "list"),
                    List.of("locks", "list", "--output", "json"),
                    List.of("acquire", "training", "--lease", "1m"),
                    List.of("locks", "status", "training"),
                    List.of("queue", "list"),
                    List.of("unlock", "training", "--force", "--yes", "--reason", "training"),
                    List.of("run", "--help"));

    private static final List<List<String>> AT_A_SERVER =
            List.of(
                    List.of("run", "--lock", "training", "--", "true"),
                    List.of("locks", "list"),
                    List.of("acquire", "training", "--lease", "1m"),
                    List.of("locks", "status", "training"));

    private Training() {}

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        unpackLibrary(folder);
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("HOLDFAST_STORE", "sqlite:" + folder.resolve("training/locks.db"));
        run(environment, COMMANDS);
        try (var server = TrainingServer.start()) {
            environment.put("HOLDFAST_SERVER", server.url());
            run(environment, AT_A_SERVER);
        }
    }

    private static void run(Map<String, String> environment, List<List<String>> commands) {
        for (List<String> command : commands) {
            int code = Main.run(environment, command.toArray(String[]::new));
            if (code != 0) {
                throw new IllegalStateException(command + " ended with " + code);
            }
        }
    }

    private static void unpackLibrary(Path folder) throws IOException {
        String name =
                "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/" + LIBRARY;
        try (InputStream library = OSInfo.class.getResourceAsStream(name)) {
            if (library != null) {
                Files.copy(library, folder.resolve(LIBRARY));
            }
        }
    }
}
