package holdfast.app;

import holdfast.Holdfast;
import holdfast.model.Hold;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A directory with a store, in which real Holdfast processes run: a new one for each test. What still runs at its end is ended. */
final class Workshop implements BeforeEachCallback, AfterEachCallback {
    private final List<RunningHoldfast> started = new ArrayList<>();
    private @Nullable Path directory;
    private @Nullable SqliteLockStore store;
    private @Nullable Holdfast holdfast;

    @Override
    public void beforeEach(ExtensionContext test) throws IOException {
        directory = Files.createTempDirectory("workshop");
        store = SqliteLockStore.open(storeFile(), SqliteOptions.defaults());
        holdfast = Holdfast.on(store());
    }

    @Override
    public void afterEach(ExtensionContext test) throws IOException {
        started.forEach(RunningHoldfast::close);
        holdfast().close();
        store().close();
        try (Stream<Path> all = Files.walk(directory())) {
            all.sorted(Comparator.reverseOrder()).forEach(Workshop::delete);
        }
    }

    private static void delete(Path file) {
        try {
            var _ =
                    file.resolveSibling(".")
                            .toFile()
                            .setWritable(true); // a test may have forbidden it
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path directory() {
        return Objects.requireNonNull(directory);
    }

    private SqliteLockStore store() {
        return Objects.requireNonNull(store);
    }

    Path storeFile() {
        return file("locks.db");
    }

    Path file(String name) {
        return directory().resolve(name);
    }

    /** The same store through the Java API. */
    Holdfast holdfast() {
        return Objects.requireNonNull(holdfast);
    }

    /** Starts a shell script under the lock {@code shop}. */
    RunningHoldfast run(String script, String... options) {
        return start(runOf(script, options));
    }

    /** Starts a shell script under the lock {@code shop}, and returns when it has made the file {@code up}. */
    RunningHoldfast runUntilUp(String script, String... options) {
        return startAndAwait("up", runOf(script, options));
    }

    /** The arguments that run a shell script under the lock {@code shop}. */
    static String[] runOf(String script, String... options) {
        return Stream.of(
                        Stream.of("run", "--lock", "shop"),
                        Stream.of(options),
                        Stream.of("--", "sh", "-c", script))
                .flatMap(Function.identity())
                .toArray(String[]::new);
    }

    RunningHoldfast start(String... arguments) {
        return start(Map.of(), arguments);
    }

    RunningHoldfast start(Map<String, String> environment, String... arguments) {
        return start(environment, List.of(), arguments);
    }

    /** @param surroundings a command that starts another one, named after it, where things are different */
    RunningHoldfast startIn(List<String> surroundings, String... arguments) {
        return start(Map.of(), surroundings, arguments);
    }

    private RunningHoldfast start(
            Map<String, String> environment, List<String> surroundings, String... arguments) {
        var command = new ArrayList<>(surroundings);
        command.add(RunningHoldfast.launcher());
        command.addAll(List.of(arguments));
        return launch(environment, command);
    }

    /** Starts Holdfast by a command of the test's own. */
    RunningHoldfast launch(Map<String, String> environment, List<String> command) {
        try {
            var running = RunningHoldfast.start(directory(), storeFile(), environment, command);
            started.add(running);
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a {@code run} whose command makes the file {@code up}, and returns when it is there. */
    RunningHoldfast startAndAwait(String up, String... arguments) {
        RunningHoldfast running = start(arguments);
        awaitFile(running, up);
        return running;
    }

    void awaitFile(RunningHoldfast running, String name) {
        Deadline.await(
                name + " is made by " + running,
                () -> Files.exists(file(name)) || !running.isAlive());
        if (!Files.exists(file(name))) {
            throw new AssertionError("ended without making " + name + ": " + running);
        }
    }

    String read(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(String name, String text) {
        try {
            Files.writeString(file(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a file that a command waits for. */
    void make(String name) {
        write(name, "");
    }

    /** What is held now. */
    List<Hold> live() {
        var page = store().holds(null, 100);
        return page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
    }
}
