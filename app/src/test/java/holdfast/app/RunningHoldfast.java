package holdfast.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One Holdfast process, started by the launcher, which becomes it. */
final class RunningHoldfast implements AutoCloseable {
    private static final List<String> RESET_SIGNALS = List.of("env", "--default-signal");
    private static final boolean CAN_RESET_SIGNALS = canResetSignals();
    private static final Duration BUILDING_TAKES = Duration.ofMinutes(10);
    private static final String LAUNCHER = builtLauncher();

    private final Process process;
    private final Path out;
    private final Path err;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    private RunningHoldfast(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** @param command what starts it, as {@link #launcher} does, and its arguments */
    static RunningHoldfast start(
            Path directory, Path store, Map<String, String> environment, List<String> command)
            throws IOException {
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        var builder =
                new ProcessBuilder(heeding(command))
                        .directory(directory.toFile())
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().keySet().removeIf(RunningHoldfast::tellsOfSurroundings);
        builder.environment().put("HOLDFAST_STORE", "sqlite:" + store);
        // What a server writes down of itself goes there, and not to whoever runs the tests.
        builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
        builder.environment().putAll(environment);
        return new RunningHoldfast(builder.start(), out, err);
    }

    /** Who starts the tests in the background, as with nohup, lets them and their children ignore signals. */
    private static List<String> heeding(List<String> command) {
        return CAN_RESET_SIGNALS
                ? Stream.concat(RESET_SIGNALS.stream(), command.stream()).toList()
                : command;
    }

    private static boolean canResetSignals() {
        try {
            return new ProcessBuilder(
                                    Stream.concat(RESET_SIGNALS.stream(), Stream.of("true"))
                                            .toList())
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The tests may themselves run in CI, or under a lock. */
    private static boolean tellsOfSurroundings(String variable) {
        return variable.startsWith("HOLDFAST_")
                || variable.startsWith("GITHUB_")
                || variable.startsWith("ACTIONS_")
                || variable.equals("TRACEPARENT")
                || variable.startsWith("CI_")
                || variable.startsWith("BUILD_");
    }

    /** What people start. */
    static String launcher() {
        return LAUNCHER;
    }

    /** Builds what the launcher starts, if it is missing or stale: no test should wait for that. */
    private static String builtLauncher() {
        try {
            Path launcher = Path.of("..", "holdfast").toRealPath();
            Path log = Files.createTempFile("launcher", ".log");
            Process process =
                    new ProcessBuilder(launcher.toString(), "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(log.toFile())
                            .start();
            if (!process.waitFor(BUILDING_TAKES.toMinutes(), TimeUnit.MINUTES)
                    || process.exitValue() != 0) {
                throw new IllegalStateException(Files.readString(log));
            }
            Files.delete(log);
            return launcher.toString();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the end. */
    int exitCode() {
        try {
            if (!process.waitFor(Deadline.LONG.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + Deadline.LONG + ": " + this);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal, by its name, to this process alone. */
    void signal(String name) {
        process.descendants().forEach(descendants::add);
        Processes.signal(name, pid());
    }

    String pid() {
        return Long.toString(process.pid());
    }

    void write(String input) {
        try (var stdin = process.outputWriter()) {
            stdin.write(input);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes as a person types, who may go on later. */
    void type(String input) {
        try {
            var stdin = process.outputWriter();
            stdin.write(input);
            stdin.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(descendants::add);
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public String toString() {
        return "process " + pid() + "\n" + out() + err();
    }
}
