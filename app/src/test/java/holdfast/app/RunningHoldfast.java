package holdfast.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One Holdfast process, started as the launcher starts it. */
final class RunningHoldfast implements AutoCloseable {
    private static final List<String> RESET_SIGNALS = List.of("env", "--default-signal");
    private static final boolean CAN_RESET_SIGNALS = canResetSignals();

    private final Process process;
    private final Path out;
    private final Path err;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    private RunningHoldfast(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** @param command what starts it, as {@link #javaCommand} does, and its arguments */
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
                || variable.startsWith("CI_")
                || variable.startsWith("BUILD_");
    }

    static List<String> javaCommand() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
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
