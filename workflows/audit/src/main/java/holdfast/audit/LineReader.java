package holdfast.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file from a position on, and knows where the last whole one ended. */
final class LineReader implements AutoCloseable {
    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER];

    /** Where the next line begins in the buffer. */
    private int start;

    /** How much of the buffer is filled. */
    private int end;

    private long position;

    LineReader(Path file, long from) throws IOException {
        in = Files.newInputStream(file);
        in.skipNBytes(from);
        position = from;
    }

    /** The next line that has an end; null if there is none. */
    @Nullable String next() throws IOException {
        int searched = start;
        while (true) {
            for (int i = searched; i < end; i++) {
                if (buffer[i] == '\n') {
                    return line(i);
                }
            }
            searched = end - start;
            if (!fill()) {
                return null;
            }
        }
    }

    private String line(int behind) {
        String line = new String(buffer, start, behind - start, StandardCharsets.UTF_8);
        position += behind - start + 1L;
        start = behind + 1;
        return line;
    }

    /** Reads on behind what is left, which is then at the begin. Answers whether there was more. */
    private boolean fill() throws IOException {
        int left = end - start;
        if (left == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        } else {
            System.arraycopy(buffer, start, buffer, 0, left);
        }
        start = 0;
        end = left;
        int more = in.read(buffer, left, buffer.length - left);
        end += Math.max(0, more);
        return more > 0;
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
