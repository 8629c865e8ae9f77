package holdfast.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;

/**
 * The command that runs under the lock. It has the input and the outputs of this process. Where there is a terminal it stays in
 * the same process group, so that it can read from it, and what the terminal sends to the group, such as Ctrl-C, reaches it
 * without our help. Elsewhere it leads a process group of its own, if the system has a program for that.
 */
final class ChildProcess implements AutoCloseable {
    private static final Pattern ERROR_NUMBER = Pattern.compile("\\berror[=:] ?(\\d+)");
    private static final int NO_SUCH_FILE = 2;

    private final Process process;
    private final ProcessTree tree;
    private final Guard guard;
    private boolean isOver;

    private ChildProcess(Process process, ProcessTree tree, Guard guard) {
        this.process = process;
        this.tree = tree;
        this.guard = guard;
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

    /**
     * @param environment what the command finds in its environment beside what this process has
     * @param guard is over with this
     */
    static ChildProcess start(List<String> command, Map<String, String> environment, Guard guard)
            throws NotStartedException {
        List<String> apart = apart(command);
        var all = new ArrayList<>(apart);
        all.addAll(command);
        var builder = new ProcessBuilder(all).inheritIO();
        var mark = guard.mark();
        builder.environment().putAll(environment);
        builder.environment().put(RunMark.VARIABLE, mark.value());
        LaunchLocale.restore(builder.environment());
        try {
            var process = builder.start();
            if (apart.isEmpty()) {
                return new ChildProcess(process, ProcessTree.of(process.toHandle(), mark), guard);
            }
            guard.watchGroup(process.pid());
            return new ChildProcess(process, ProcessTree.ofGroup(process.toHandle(), mark), guard);
        } catch (IOException e) {
            guard.close();
            throw notStarted(command.getFirst(), e);
        }
    }

    /** What cannot be started anyway is left to Java, which says why. */
    private static List<String> apart(List<String> command) {
        return Foreground.hasATerminal() || !Programs.isThere(command.getFirst())
                ? List.of()
                : Programs.inASessionOfItsOwn();
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

    /** It has come to its end, and what it left behind may live on. */
    void over() {
        isOver = true;
    }

    /** Nothing may run on without its lock: who still does, after a mistake of our own, is dead when this returns. */
    @Override
    public void close() {
        if (!isOver) {
            new Stopping(tree).killAndAwait();
        }
        guard.close();
    }

    ProcessTree tree() {
        return tree;
    }
}
