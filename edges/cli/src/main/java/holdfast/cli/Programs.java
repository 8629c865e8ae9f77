package holdfast.cli;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Finds programs as the system finds them. */
final class Programs {
    static final String PATH = "PATH";

    private static final String SETSID = "setsid";

    private Programs() {}

    /** What to put before a command so that it becomes the leader of a session and group of its own; empty if nothing can. */
    static List<String> inASessionOfItsOwn() {
        return isThere(SETSID) ? List.of(SETSID, "--") : List.of();
    }

    static boolean isThere(String program) {
        if (program.contains("/")) {
            return canBeRun(program);
        }
        return !program.isEmpty()
                && Arrays.stream(
                                System.getenv()
                                        .getOrDefault(PATH, "")
                                        .split(File.pathSeparator, -1))
                        .anyMatch(folder ->
                                canBeRun((folder.isEmpty() ? "." : folder) + "/" + program));
    }

    private static boolean canBeRun(String file) {
        try {
            Path path = Path.of(file);
            return Files.isRegularFile(path) && Files.isExecutable(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
