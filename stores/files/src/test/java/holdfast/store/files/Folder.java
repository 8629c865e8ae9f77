package holdfast.store.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of a test, gone with it. */
record Folder(Path path) implements AutoCloseable {
    static Folder create() {
        try {
            return new Folder(Files.createTempDirectory("documents"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that are there, but for those of the store itself. */
    List<String> documents() {
        try (Stream<Path> files = Files.walk(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> path.relativize(file).toString())
                    .filter(file -> !file.startsWith(Places.HOUSEKEEPING))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
