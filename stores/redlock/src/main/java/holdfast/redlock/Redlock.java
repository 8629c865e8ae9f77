package holdfast.redlock;

import io.lettuce.core.RedisURI;
import java.util.HashSet;
import java.util.List;

/**
 * Leases over independent Redis servers: who has the majority has the lease.
 *
 * <pre>{@code
 * var settings = RedlockSettings.DEFAULT.withKeyPrefix("status:lock:");
 * try (var redlock = Redlock.connect(List.of("redis://10.0.0.1", "redis://10.0.0.2", "redis://10.0.0.3"), settings)) {
 *     redlock.withLock(LeaseRequest.of(service.id()), lease -> {
 *         lease.onLost(loss -> update.stop(loss.detail()));
 *         return update.run();
 *     });
 * }
 * }</pre>
 *
 * <p>For work that must not be done twice by chance. Work that must never be done twice needs a fencing token, which a Redlock
 * cannot give. Safe for use by many threads.
 */
public final class Redlock implements AutoCloseable {
    private final Servers servers;
    private final RedlockSettings settings;
    private final RedlockTime time;

    private Redlock(Servers servers, RedlockSettings settings, RedlockTime time) {
        this.servers = servers;
        this.settings = settings;
        this.time = time;
    }

    /**
     * A server that cannot be reached is no error: it does not vote until it can. That is waited for, two seconds at most.
     *
     * @param servers as {@code redis://} or {@code rediss://} addresses; independent of each other, so neither replicas nor
     *     nodes of one cluster
     */
    public static Redlock connect(List<String> servers, RedlockSettings settings) {
        return connect(servers, settings, RedlockTime.system());
    }

    public static Redlock connect(
            List<String> servers, RedlockSettings settings, RedlockTime time) {
        return new Redlock(Servers.connect(addresses(servers), settings), settings, time);
    }

    private static List<RedisURI> addresses(List<String> servers) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("a Redlock needs at least one server");
        }
        List<RedisURI> addresses = servers.stream().map(Redlock::address).toList();
        var names = new HashSet<String>();
        for (RedisURI address : addresses) {
            if (!names.add(Server.nameOf(address))) {
                throw new IllegalArgumentException(
                        Server.nameOf(address) + " is named twice: it has one vote");
            }
        }
        return addresses;
    }

    private static RedisURI address(String server) {
        if (!server.startsWith("redis://") && !server.startsWith("rediss://")) {
            // Not the text itself: it may hold a password.
            throw new IllegalArgumentException(
                    "a server of a Redlock is named as redis://host:port or rediss://host:port. Sentinel and Cluster are"
                            + " one server each that may lose a lease: use the Redis lock store for them");
        }
        return RedisURI.create(server);
    }

    /** Tries as often as the settings say. Whoever does not get the lease leaves nothing behind. */
    public LeaseResult acquire(LeaseRequest request) throws InterruptedException {
        return new Acquisition(request, settings, servers, time).run();
    }

    /**
     * Runs work under a lease that extends itself, and frees it afterwards. The work is not stopped when the lease is lost: it is given
     * the lease, and {@link Lease#onLost} tells it.
     *
     * @throws RedlockException.NotAcquired if the work was not begun
     * @throws RedlockException.Lost if the work ended, but lost the lease before; added to what the work itself throws
     */
    public <T, E extends Exception> T withLock(LeaseRequest request, Work<T, E> work)
            throws E, InterruptedException {
        Lease lease = acquire(request).orThrow().keepExtended();
        T value;
        try {
            value = work.run(lease);
        } catch (Throwable e) {
            if (lease.release() instanceof ReleaseResult.WasLost(LeaseState.Lost loss)) {
                e.addSuppressed(new RedlockException.Lost(lease.name(), loss));
            }
            throw e;
        }
        if (lease.release() instanceof ReleaseResult.WasLost(LeaseState.Lost loss)) {
            throw new RedlockException.Lost(lease.name(), loss);
        }
        return value;
    }

    /** What is done under a lease. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run(Lease lease) throws E;
    }

    /** Leases that are still held end by themselves when their time is over. */
    @Override
    public void close() {
        servers.close();
    }
}
