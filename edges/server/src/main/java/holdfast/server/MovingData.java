package holdfast.server;

import io.helidon.http.Method;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Gives requests to some paths their time anew as long as they move data: what is large may take long, and what stands still, or comes byte by
 * byte, may not.
 */
final class MovingData {
    /** For so much a request has the time that others have in all. */
    static final int STEP = 256 * 1024;

    private final List<String> paths;
    private final Runnable progress;

    /** @param paths how those begin that data is moved to and from */
    MovingData(List<String> paths, Runnable progress) {
        this.paths = List.copyOf(paths);
        this.progress = progress;
    }

    void watch(RoutingRequest request, RoutingResponse response) {
        String path = request.path().path();
        if (begins(path)) {
            var steps = new Steps(progress);
            request.streamFilter(in -> new Read(in, steps));
            if (request.prologue().method().equals(Method.GET)) {
                // Only what is read is large; whatever passes a filter is sent without its length.
                response.streamFilter(out -> new Written(out, steps));
            }
        }
    }

    private boolean begins(String path) {
        for (String one : paths) {
            if (path.startsWith(one)) {
                return true;
            }
        }
        return false;
    }

    /** Counts what is moved by one request. Used by one thread. */
    private static final class Steps {
        private final Runnable progress;
        private long moved;

        Steps(Runnable progress) {
            this.progress = progress;
        }

        void moved(int bytes) {
            moved += Math.max(0, bytes);
            if (moved >= STEP) {
                moved = 0;
                progress.run();
            }
        }
    }

    private static final class Read extends FilterInputStream {
        private final Steps steps;

        Read(InputStream in, Steps steps) {
            super(in);
            this.steps = steps;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            steps.moved(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = super.read(bytes, from, length);
            steps.moved(count);
            return count;
        }
    }

    private static final class Written extends FilterOutputStream {
        private final Steps steps;

        Written(OutputStream out, Steps steps) {
            super(out);
            this.steps = steps;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
            steps.moved(1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int at = from; at < from + length; at += STEP) {
                int part = Math.min(STEP, from + length - at);
                out.write(bytes, at, part);
                steps.moved(part);
            }
        }
    }
}
