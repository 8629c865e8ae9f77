package holdfast.audit;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The files of a trail, named by the number of their first line, so that the order of names is that of lines. */
final class AuditFiles {
    private static final String NAME = "audit-[0-9]{16}\\.jsonl";

    private AuditFiles() {}

    static Path file(Path folder, long firstNumber) {
        return folder.resolve(String.format(Locale.ROOT, "audit-%016d.jsonl", firstNumber));
    }

    /** Of the first line of a file. */
    static long firstNumber(Path file) {
        return Long.parseLong(nameOf(file).replaceAll("\\D", ""));
    }

    static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> nameOf(file).matches(NAME)).sorted().toList();
        }
    }

    static String nameOf(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    /** Tells each line that has an end. Returns how many bytes these lines have: what follows was not written to its end. */
    static long read(Path file, Consumer<String> lines) throws IOException {
        try (var reader = new LineReader(file, 0)) {
            for (String line = reader.next(); line != null; line = reader.next()) {
                lines.accept(line);
            }
            return reader.position();
        }
    }

    /** A new name in a folder survives a loss of power only once the folder itself is on disk. */
    static void force(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            // Who writes is being stopped, and stays interrupted: the name reaches the disk later.
        }
    }
}
