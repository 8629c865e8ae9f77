package holdfast.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/**
 * The command that runs under the lock. It has the terminal, the input and the outputs of this process, and is in the same
 * process group: what a terminal sends to the group, such as Ctrl-C, reaches it without our help.
 */
final class ChildProcess {
    private static final Pattern ERROR_NUMBER = Pattern.compile("\\berror[=:] ?(\\d+)");
    private static final int NO_SUCH_FILE = 2;

    private final Process process;
    private final ProcessTree tree;

    private ChildProcess(Process process) {
        this.process = process;
        this.tree = new ProcessTree(process.toHandle());
    }

    /** The command could not be started. */
    static final class NotStartedException extends Exception {
        private static final long serialVersionUID = 1;
        private final ExitCode exitCode;

        private NotStartedException(String message, ExitCode exitCode, IOException cause) {
            super(message, cause);
            this.exitCode = exitCode;
        }

        ExitCode exitCode() {
            return exitCode;
        }
    }

    /** @param environment what the command finds in its environment beside what this process has */
    static ChildProcess start(List<String> command, Map<String, String> environment)
            throws NotStartedException {
        var builder = new ProcessBuilder(command).inheritIO();
        builder.environment().putAll(environment);
        LaunchLocale.restore(builder.environment());
        try {
            return new ChildProcess(builder.start());
        } catch (IOException e) {
            throw notStarted(command.getFirst(), e);
        }
    }

    private static NotStartedException notStarted(String program, IOException e) {
        var number = ERROR_NUMBER.matcher(String.valueOf(e.getMessage()));
        boolean missing = number.find() && Integer.parseInt(number.group(1)) == NO_SUCH_FILE;
        return missing
                ? new NotStartedException("'" + program + "' was not found", ExitCode.NOT_FOUND, e)
                : new NotStartedException(
                        "'" + program + "' cannot be executed: " + e.getMessage(),
                        ExitCode.NOT_EXECUTABLE,
                        e);
    }

    /** Calls back when the command has ended: with its own exit code, or 128 + n if signal n ended it. */
    void onEnd(IntConsumer callback) {
        Thread.ofPlatform()
                .daemon()
                .name("holdfast-child")
                .start(() -> {
                    try {
                        callback.accept(process.waitFor());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    boolean isAlive() {
        return process.isAlive();
    }

    ProcessTree tree() {
        return tree;
    }
}
