package holdfast.app;

import holdfast.cli.Servers;
import holdfast.cli.Stores;
import holdfast.engine.EngineSettings;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.store.LockStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Runs a server on a store. Loaded only when one is asked for. */
final class Serving implements Servers {
    private final Stores stores;
    private final Map<String, String> environment;

    Serving(Stores stores, Map<String, String> environment) {
        this.stores = stores;
        this.environment = environment;
    }

    @Override
    public void serve(Order order, Consumer<String> say) throws InterruptedException {
        ServerSettings usual = ServerSettings.DEFAULT;
        ServerSettings settings =
                usual.at(order.host().orElse(usual.host()), order.port().orElse(usual.port()));
        requireLoopback(settings.host());
        String address = stores.absolute(order.store().orElse(environment.get("HOLDFAST_STORE")));
        try (LockStore store = stores.open(address);
                LockEngine engine = LockEngine.open(store, EngineSettings.DEFAULT);
                HoldfastServer server =
                        HoldfastServer.start(
                                new HoldfastServer.Parts(engine, store, Gate.OPEN), settings)) {
            say.accept(
                    "serving "
                            + address
                            + " at http://"
                            + settings.host()
                            + ":"
                            + server.port()
                            + " (see /docs)");
            say.accept(
                    "no access is configured: everybody on this machine may do everything,"
                            + " and nobody else can connect");
            new CountDownLatch(1).await();
        }
    }

    /** Without access control whoever reaches the server may do everything. */
    private static void requireLoopback(String host) {
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return;
            }
        } catch (UnknownHostException e) {
            throw new InvalidRequestException("there is no host '" + host + "'");
        }
        throw new InvalidRequestException(
                "without configured access a server listens only on a loopback address, not on '"
                        + host
                        + "'");
    }
}
