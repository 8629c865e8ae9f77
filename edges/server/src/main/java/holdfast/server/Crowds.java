package holdfast.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The open connections of each address (ADR 27). Used by one thread. */
final class Crowds {
    /** What a provider gives to one customer: whoever has one such address has all of them. */
    private static final int IPV6_NETWORK_BYTES = 8;

    private static final int FEW = 64;

    /** A crowd at its limit is not counted for each that comes. */
    private static final long COUNTED_EVERY_NANOS = 20_000_000;

    private final int mostOfOne;
    private final LongSupplier nanos;
    private final Map<String, Known> known = new HashMap<>();
    private int sweepAt = FEW;

    private static final class Known {
        private final Crowd crowd;
        private boolean full;
        private long countedAt;

        Known(int most) {
            this.crowd = new Crowd(most);
        }
    }

    Crowds(int mostOfOne, LongSupplier nanos) {
        this.mostOfOne = mostOfOne;
        this.nanos = nanos;
    }

    /** Adds the connection if its address may have one more. */
    boolean admits(Socket socket) {
        Known one = of(socket.getInetAddress());
        long now = nanos.getAsLong();
        if (one.full && now - one.countedAt < COUNTED_EVERY_NANOS) {
            return false;
        }
        one.full = !one.crowd.hasRoom();
        one.countedAt = now;
        if (!one.full) {
            one.crowd.add(socket);
        }
        return !one.full;
    }

    /** How many addresses are remembered. */
    int known() {
        return known.size();
    }

    private Known of(InetAddress address) {
        if (known.size() >= sweepAt) {
            known.values().removeIf(one -> one.crowd.isEmpty());
            sweepAt = Math.max(FEW, 2 * known.size());
        }
        return known.computeIfAbsent(networkOf(address), network -> new Known(mostOfOne));
    }

    static String networkOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        return Arrays.toString(
                address instanceof Inet6Address ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES) : bytes);
    }
}
