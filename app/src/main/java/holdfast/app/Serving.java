package holdfast.app;

import holdfast.cli.Servers;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.server.HoldfastServer;
import holdfast.server.Mount;
import holdfast.server.ServerSettings;
import holdfast.server.Witness;
import holdfast.server.config.Config;
import holdfast.server.config.ServerConfig;
import holdfast.state.StateSettings;
import holdfast.state.States;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.terraform.TerraformBackend;
import holdfast.terraform.TerraformSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** Runs a server on a store. Loaded only when one is asked for. */
final class Serving implements Servers {
    /** Where states are kept, if not beside the locks. */
    private static final String STATES = "HOLDFAST_STATES";

    private final StoreAddresses stores;
    private final Map<String, String> environment;

    Serving(StoreAddresses stores, Map<String, String> environment) {
        this.stores = stores;
        this.environment = environment;
    }

    @Override
    public void serve(Order order, Consumer<String> say) throws InterruptedException {
        Config all = config(order);
        var config = new ServerConfig(all);
        var besides = new BesideConfig(all);
        ServerSettings settings = config.server();
        boolean open = !besides.access().isConfigured();
        if (open) {
            requireLoopback(settings.host());
        }
        String address = stores.absolute(config.store().orElse(null));
        StateSettings states = StateSettings.from(environment);
        try (LockStore store = stores.open(address);
                DocumentStore documents = stores.openDocuments(address);
                DocumentStore stateDocuments = stores.documents(environment.get(STATES), address);
                LockEngine engine = LockEngine.open(store, config.engine());
                Surroundings beside =
                        Surroundings.open(besides, auditPlace(settings), documents, engine);
                var terraform =
                        new TerraformBackend(
                                engine,
                                new States(stateDocuments, states, InstantSource.system()),
                                TerraformSettings.DEFAULT,
                                new TerraformAccess(beside.gate()));
                HoldfastServer server =
                        HoldfastServer.start(
                                parts(engine, store, beside),
                                settings,
                                List.of(mount(terraform, states)))) {
            beside.metrics()
                    .ifPresent(
                            metrics -> stores.listen(store, new BackendEvents(metrics.backend())));
            say.accept(
                    "serving " + shown(address) + " at " + url(settings, server) + " (see /docs)");
            config.remarks().forEach(say);
            if (open) {
                say.accept(
                        "no access is configured: everybody on this machine may do everything,"
                                + " and nobody else can connect");
            }
            new CountDownLatch(1).await();
        }
    }

    private static HoldfastServer.Parts parts(
            LockEngine engine, LockStore store, Surroundings beside) {
        return new HoldfastServer.Parts(
                engine,
                store,
                beside.gate(),
                Optional.empty(),
                Witness.NONE,
                List.of(),
                beside.beside());
    }

    private static Mount mount(TerraformBackend terraform, StateSettings states) {
        return new Mount(TerraformBackend.PATH, terraform, states.bytesMax());
    }

    /** The same after a restart, and another for each server of this machine. */
    private BesideConfig.AuditPlace auditPlace(ServerSettings settings) {
        String port =
                settings.port() == 0
                        ? "pid" + ProcessHandle.current().pid()
                        : Integer.toString(settings.port());
        String name = (HostName.get() + "-" + port).replaceAll("[^A-Za-z0-9._-]", "-");
        return new BesideConfig.AuditPlace(StateDirectory.of(environment).resolve("audit"), name);
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
    public List<String> check(Order order) {
        Config all = config(order);
        var config = new ServerConfig(all);
        var besides = new BesideConfig(all);
        if (!besides.access().isConfigured()) {
            requireLoopback(config.server().host());
        }
        besides.audit(auditPlace(config.server()));
        besides.metrics();
        var _ = besides.traces();
        besides.notifications();
        config.engine();
        stores.absolute(config.store().orElse(null));
        return config.remarks();
    }

    @Override
    public String show(Order order) {
        return config(order).shown();
    }

    private Config config(Order order) {
        Map<String, String> given = new HashMap<>();
        order.host().ifPresent(host -> given.put(ServerConfig.HOST, host));
        order.port().ifPresent(port -> given.put(ServerConfig.PORT, Integer.toString(port)));
        order.store().ifPresent(store -> given.put(ServerConfig.STORE, store));
        var keys = new ArrayList<>(ServerConfig.keys());
        keys.addAll(BesideConfig.KEYS);
        return Config.read(keys, order.config().map(Path::of), environment, given);
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
