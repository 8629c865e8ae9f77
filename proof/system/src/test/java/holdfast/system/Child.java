package holdfast.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.util.LibraryLoaderUtil;

/** A JVM of its own that runs one of our programs. It is told lines and answers with lines. */
final class Child implements AutoCloseable {
    private static final Path LIBRARY = extractedLibrary();

    private final Process process;
    private final BufferedReader answers;
    private final PrintWriter orders;
    private final Path errors;

    private Child(Process process, Path errors) {
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.errors = errors;
    }

    static Child start(Class<?> program, Object... arguments) throws IOException {
        return startIn(List.of(), program, arguments);
    }

    /** @param surroundings a command that runs the command that follows it, such as {@code unshare} */
    static Child startIn(List<String> surroundings, Class<?> program, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(surroundings);
        command.addAll(
                List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.sqlite.lib.path=" + LIBRARY.getParent(),
                        "-Dorg.sqlite.lib.name=" + LIBRARY.getFileName(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Path errors = Files.createTempFile("holdfast-child", ".err");
        return new Child(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    /** One copy for all: a process that is killed would leave its own behind. */
    private static Path extractedLibrary() {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream in = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no SQLite for this machine: " + resource);
            }
            Path folder = Files.createTempDirectory("holdfast-sqlite");
            Path file = folder.resolve(name);
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void tell(Object... words) {
        orders.println(String.join(" ", List.of(words).stream().map(Object::toString).toList()));
    }

    /** The next line that the child says. */
    Answer hear() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new AssertionError("a child ended without an answer:\n" + complaints());
        }
        return new Answer(List.of(line.split(" ", -1)));
    }

    Answer ask(Object... words) throws IOException {
        tell(words);
        return hear();
    }

    /** The words of a line. */
    record Answer(List<String> words) {
        String word(int index) {
            return words.get(index);
        }

        long number(int index) {
            return Long.parseLong(words.get(index));
        }

        /** Everything from this word on. */
        String text(int index) {
            return String.join(" ", words.subList(index, words.size()));
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** With SIGKILL: the child gets no chance to do anything more. Returns when it is dead. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    void signal(String name) throws IOException, InterruptedException {
        Process kill =
                new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .inheritIO()
                        .start();
        if (kill.waitFor() != 0) {
            throw new AssertionError("kill -" + name + " failed");
        }
    }

    /** Waits for the child to end by itself. */
    void end() throws IOException, InterruptedException {
        orders.close();
        if (!process.waitFor(Await.AT_MOST.toSeconds(), TimeUnit.SECONDS)
                || process.exitValue() != 0) {
            throw new AssertionError("a child did not end well:\n" + complaints());
        }
    }

    /** What the child wrote to its stderr. */
    String complaints() throws IOException {
        return Files.readString(errors);
    }

    @Override
    public void close() {
        try {
            kill();
            Files.deleteIfExists(errors);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For programs: the words of the next order, or null when there are no more. */
    static @Nullable List<String> nextOrder(BufferedReader in) throws IOException {
        String line = in.readLine();
        return line == null ? null : List.of(line.split(" ", -1));
    }
}
