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
import java.util.List;
import java.util.Map;

/** A directory with a store, in which real Holdfast processes run. Closing it ends those that still do. */
final class Workshop implements AutoCloseable {
    private final Path directory;
    private final List<RunningHoldfast> started = new ArrayList<>();
    private final SqliteLockStore store;
    private final Holdfast holdfast;

    Workshop(Path directory) {
        this.directory = directory;
        this.store = SqliteLockStore.open(storeFile(), SqliteOptions.defaults());
        this.holdfast = Holdfast.on(store);
    }

    Path storeFile() {
        return directory.resolve("locks.db");
    }

    Path file(String name) {
        return directory.resolve(name);
    }

    /** The same store through the Java API. */
    Holdfast holdfast() {
        return holdfast;
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
        command.addAll(RunningHoldfast.javaCommand());
        command.addAll(List.of(arguments));
        return launch(environment, command);
    }

    /** Starts Holdfast by a command of the test's own. */
    RunningHoldfast launch(Map<String, String> environment, List<String> command) {
        try {
            var running = RunningHoldfast.start(directory, storeFile(), environment, command);
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
        var page = store.holds(null, 100);
        return page.holds().stream().filter(hold -> hold.isLive(page.now())).toList();
    }

    @Override
    public void close() {
        started.forEach(RunningHoldfast::close);
        holdfast.close();
        store.close();
    }
}
