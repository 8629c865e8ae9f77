package holdfast.client;

import holdfast.Holdfast;

/**
 * Locks that servers keep, under the facade that an embedded engine has.
 *
 * <pre>{@code
 * try (var holdfast = HoldfastClient.connect("http://locks-1:7420", "http://locks-2:7420");
 *         var lock = holdfast.lock("user-platform/production").takeOrThrow()) {
 *     lock.onLost(loss -> deployment.stop(loss.detail()));
 *     deployment.run(lock.token());
 * }
 * }</pre>
 */
public final class HoldfastClient {
    private HoldfastClient() {}

    /**
     * Nothing is sent before something is asked for.
     *
     * @param servers the addresses of servers on one store: when one does not answer, the next is asked
     */
    public static Holdfast connect(String... servers) {
        return connect(ClientSettings.of(servers));
    }

    public static Holdfast connect(ClientSettings settings) {
        return Holdfast.over(ServerLocks.open(settings));
    }
}
