package holdfast.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file from a position on, and knows where the last whole one ended. */
final class LineReader implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private long position;

    LineReader(Path file, long from) throws IOException {
        in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        in.skipNBytes(from);
        position = from;
    }

    /** The next line that has an end; null if there is none. */
    @Nullable String next() throws IOException {
        var line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                position += line.size() + 1L;
                return line.toString(StandardCharsets.UTF_8);
            }
            line.write(b);
        }
        return null;
    }

    /** Behind the last line that was told. */
    long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
