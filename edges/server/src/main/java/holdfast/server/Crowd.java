package holdfast.server;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Open connections, of which nobody is told when one ends: they are counted anew when there seem to be too many. Used by one thread. */
final class Crowd {
    /** Closed ones are kept until there seem to be twice as many as are open, or so many: each takes memory. */
    private static final int FEW = 4;

    private final int most;

    /** Those that are open, and some that were. */
    private final List<Socket> open = new ArrayList<>();

    private int sweepAt = FEW;

    Crowd(int most) {
        this.most = most;
    }

    /** Whether there may be one more. */
    boolean hasRoom() {
        if (open.size() >= Math.min(sweepAt, most)) {
            sweep();
        }
        return open.size() < most;
    }

    void add(Socket socket) {
        open.add(socket);
    }

    /** With those that were open. */
    int kept() {
        return open.size();
    }

    boolean isEmpty() {
        sweep();
        return open.isEmpty();
    }

    private void sweep() {
        open.removeIf(Socket::isClosed);
        // Not for each, or a crowd would be counted anew with every one that comes.
        sweepAt = Math.max(FEW, 2 * open.size());
    }
}
