package holdfast.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A place for one store, in a directory of its own. */
record TestFile(Path directory) {
    static TestFile create() {
        try {
            return new TestFile(Files.createTempDirectory("holdfast-sqlite"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return directory.resolve("holdfast.db");
    }

    void remove() {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
