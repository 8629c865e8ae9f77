package holdfast.bench;

import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder that is gone when the benchmark is over. */
final class Scratch implements AutoCloseable {
    private final Path folder;

    Scratch() throws IOException {
        // Beside the build and not in a temporary file system, where an fsync would cost nothing.
        Path parent = Path.of(System.getProperty("holdfast.bench.folder", "target"));
        folder = Files.createTempDirectory(Files.createDirectories(parent), "bench");
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    SqliteLockStore store(String name) {
        return SqliteLockStore.open(file(name), SqliteOptions.defaults());
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> {
                        try {
                            Files.deleteIfExists(file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
