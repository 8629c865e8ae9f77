package holdfast.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A word in the environment of a command, which everything that comes from it inherits: so it is found wherever it has gone, also
 * when its parents are dead, and no other process that got its number is taken for it. A run inside a run adds its own word. Only
 * Linux lets us read the environment of others; who cleaned its environment does not bear the mark any more.
 */
record RunMark(String outer, String word) {
    static final String VARIABLE = "HOLDFAST_RUN";

    private static final Path PROCESSES = Path.of("/proc");
    private static final String BETWEEN = ".";

    /** @param outer the marks of the runs that this one is inside of, or null */
    static RunMark inside(@Nullable String outer) {
        return new RunMark(
                outer == null || outer.isBlank() ? "" : outer + BETWEEN,
                UUID.randomUUID().toString());
    }

    /** Whether those who bear a mark can be found here. */
    static boolean canBeSeen() {
        return Files.isReadable(PROCESSES.resolve("self").resolve("environ"));
    }

    /** What the command finds in its environment. */
    String value() {
        return outer + word;
    }

    boolean isBorneBy(ProcessHandle process) {
        return environment(process).contains(word);
    }

    /** Whether a run inside this one has started it, and passes signals on to it. */
    boolean isOfAnInnerRun(ProcessHandle process) {
        return environment(process).contains(word + BETWEEN);
    }

    private static String environment(ProcessHandle process) {
        Path file = PROCESSES.resolve(Long.toString(process.pid())).resolve("environ");
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // gone in this moment, or another user's
        }
    }
}
