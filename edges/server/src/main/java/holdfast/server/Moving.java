package holdfast.server;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Tells when a body gets on. What comes byte by byte does not: a whole megabyte must pass to count. */
final class Moving {
    private static final int STEP = 1024 * 1024;

    private final Runnable progress;
    private long since;

    private Moving(Runnable progress) {
        this.progress = progress;
    }

    private void moved(long bytes) {
        since += bytes;
        if (since >= STEP) {
            since = 0;
            progress.run();
        }
    }

    /** A body that comes. */
    static final class In extends FilterInputStream {
        private final Moving moving;

        In(InputStream in, Runnable progress) {
            super(in);
            this.moving = new Moving(progress);
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            moving.moved(next < 0 ? 0 : 1);
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int taken = super.read(target, offset, length);
            moving.moved(Math.max(0, taken));
            return taken;
        }
    }

    /** A body that goes. */
    static final class Out extends FilterOutputStream {
        private final Moving moving;

        Out(OutputStream out, Runnable progress) {
            super(out);
            this.moving = new Moving(progress);
        }

        @Override
        public void write(int next) throws IOException {
            out.write(next);
            moving.moved(1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            moving.moved(length);
        }
    }
}
