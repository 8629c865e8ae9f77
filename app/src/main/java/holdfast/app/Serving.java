package holdfast.app;

import holdfast.cli.Servers;
import holdfast.cli.Stores;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.server.Gate;
import holdfast.server.HoldfastServer;
import holdfast.server.ServerSettings;
import holdfast.server.config.Config;
import holdfast.server.config.ServerConfig;
import holdfast.store.LockStore;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.HashMap;
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
        ServerConfig config = read(order);
        ServerSettings settings = config.server();
        requireLoopback(settings.host());
        String address = stores.absolute(config.store().orElse(null));
        try (LockStore store = stores.open(address);
                LockEngine engine = LockEngine.open(store, config.engine());
                HoldfastServer server =
                        HoldfastServer.start(
                                new HoldfastServer.Parts(engine, store, Gate.OPEN), settings)) {
            say.accept(
                    "serving " + shown(address) + " at " + url(settings, server) + " (see /docs)");
            say.accept(
                    "no access is configured: everybody on this machine may do everything,"
                            + " and nobody else can connect");
            new CountDownLatch(1).await();
        }
    }

    private static String url(ServerSettings settings, HoldfastServer server) {
        String scheme = settings.tls().isPresent() ? "https://" : "http://";
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return scheme + host + ":" + server.port();
    }

    /** An address may have a password in it. */
    private static String shown(String address) {
        return address.replaceFirst("://[^/@]*@", "://");
    }

    @Override
    public void check(Order order) {
        ServerConfig config = read(order);
        requireLoopback(config.server().host());
        config.engine();
        stores.absolute(config.store().orElse(null));
    }

    @Override
    public String show(Order order) {
        return config(order).shown();
    }

    private ServerConfig read(Order order) {
        return new ServerConfig(config(order));
    }

    private Config config(Order order) {
        Map<String, String> given = new HashMap<>();
        order.host().ifPresent(host -> given.put(ServerConfig.HOST, host));
        order.port().ifPresent(port -> given.put(ServerConfig.PORT, Integer.toString(port)));
        order.store().ifPresent(store -> given.put(ServerConfig.STORE, store));
        return Config.read(ServerConfig.keys(), order.config().map(Path::of), environment, given);
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
