package holdfast.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files the system lets this process open. Connections count as files. */
final class OpenFiles {
    /** For the store, for jars, and for whatever else is opened later. */
    private static final long RESERVE = 200;

    private static final int SMALLEST = 16;

    private OpenFiles() {}

    /**
     * How many connections there can be. A web server that meets the system's limit stops listening for good, so it must have a
     * smaller one of its own: then a connection too many waits until another is closed.
     */
    static int left() {
        if (ManagementFactory.getOperatingSystemMXBean()
                instanceof UnixOperatingSystemMXBean unix) {
            long left =
                    unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount() - RESERVE;
            return Math.clamp(left, SMALLEST, Integer.MAX_VALUE);
        }
        return Integer.MAX_VALUE;
    }
}
