package holdfast.app;

import holdfast.access.AccessSettings;
import holdfast.cli.Servers;
import holdfast.engine.LockEngine;
import holdfast.model.InvalidRequestException;
import holdfast.server.HoldfastServer;
import holdfast.server.Mount;
import holdfast.server.ServerSettings;
import holdfast.server.TlsSettings;
import holdfast.server.config.Config;
import holdfast.server.config.Mistakes;
import holdfast.server.config.ServerConfig;
import holdfast.state.LockFiles;
import holdfast.state.States;
import holdfast.state.StoreClock;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.terraform.TerraformBackend;
import holdfast.terraform.Witness;
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
    private final StoreAddresses stores;
    private final Map<String, String> environment;

    Serving(StoreAddresses stores, Map<String, String> environment) {
        this.stores = stores;
        this.environment = environment;
    }

    @Override
    public void serve(Order order, Consumer<String> say) throws InterruptedException {
        Config draft = draft(order);
        List<String> remarks = check(draft);
        Config all = draft.good();
        var config = new ServerConfig(all);
        var besides = new BesideConfig(all);
        ServerSettings settings = config.server();
        boolean open = !besides.access().isConfigured();
        // Before anything is opened that only one server of this name may have.
        HoldfastServer.requireFree(settings);
        String address = stores.absolute(config.store().orElse(null));
        var stateConfig = new StateConfig(all, environment);
        try (LockStore store = stores.open(address);
                DocumentStore documents = stores.openDocuments(address);
                DocumentStore stateDocuments =
                        stores.documents(stateConfig.place().orElse(null), address);
                LockEngine engine = LockEngine.open(store, config.engine());
                Surroundings beside =
                        Surroundings.open(besides, auditPlace(settings.port()), documents, engine);
                var states = openStates(engine, stateDocuments, stateConfig);
                HoldfastServer server =
                        HoldfastServer.start(
                                parts(engine, store, beside, states.all()),
                                settings,
                                List.of(terraform(engine, states, stateConfig, beside)))) {
            beside.metrics()
                    .ifPresent(
                            metrics -> stores.listen(store, new BackendEvents(metrics.backend())));
            say.accept(
                    "serving " + shown(address) + " at " + url(settings, server) + " (see /docs)");
            remarks.forEach(say);
            if (open) {
                say.accept(
                        "no access is configured: everybody on this machine may do everything,"
                                + " and nobody else can connect");
            }
            try {
                new CountDownLatch(1).await();
            } finally {
                beside.stopWithin(settings.stopWithin());
            }
        }
    }

    private static HoldfastServer.Parts parts(
            LockEngine engine, LockStore store, Surroundings beside, States states) {
        return new HoldfastServer.Parts(
                engine,
                store,
                beside.gate(),
                Optional.empty(),
                holdfast.server.Witness.NONE,
                List.of(),
                beside.beside().with(states));
    }

    /** States, and what sees to them while the server runs. */
    private record OpenStates(States all, StateUpkeep upkeep) implements AutoCloseable {
        @Override
        public void close() {
            upkeep.close();
        }
    }

    private OpenStates openStates(LockEngine engine, DocumentStore documents, StateConfig config) {
        var all =
                new States(
                        documents, config.states(), new StoreClock(() -> engine.freezes().asOf()));
        Optional<LockFiles> files =
                config.place()
                        .filter(stores::isLookedAt)
                        .map(place ->
                                new LockFiles(
                                        engine, () -> Optional.of(stores.documents(place, ""))));
        return new OpenStates(all, StateUpkeep.of(all, files, StateUpkeep.Pace.usual(engine)));
    }

    private static Mount terraform(
            LockEngine engine, OpenStates states, StateConfig config, Surroundings beside) {
        InstantSource clock = InstantSource.system();
        Witness witness =
                new TerraformWitness(beside.beside().audit(), beside.beside().notifier(), clock);
        var backend =
                new TerraformBackend(
                        new TerraformBackend.Parts(
                                engine,
                                states.all(),
                                config.terraform(),
                                new TerraformAccess(beside.gate()),
                                witness));
        return new Mount(
                TerraformBackend.PATH, backend, config.states().bytesMax(), new TerraformVisits());
    }

    /** The same after a restart, and another for each server of this machine. */
    private BesideConfig.AuditPlace auditPlace(int port) {
        String which = port == 0 ? "pid" + ProcessHandle.current().pid() : Integer.toString(port);
        String name = (HostName.get() + "-" + which).replaceAll("[^A-Za-z0-9._-]", "-");
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
        return check(draft(order));
    }

    /** Tells all mistakes at once, as far as one does not hide another. */
    private List<String> check(Config draft) {
        Mistakes mistakes = draft.mistakes();
        var config = new ServerConfig(draft);
        var besides = new BesideConfig(draft);
        var states = new StateConfig(draft, environment);
        config.check(mistakes);
        besides.check(mistakes, auditPlace(0));
        mistakes.in(states::states);
        mistakes.in(states::terraform);
        mistakes.in(() -> StoreAddresses.check(stores.absolute(config.store().orElse(null))));
        mistakes.in(() -> states.place().ifPresent(DocumentAddresses::check));
        mistakes.in(() -> HoldfastServer.check(config.server()));
        mistakes.in(() -> requireCertificates(besides.access(), config.server().tls()));
        mistakes.in(() -> {
            if (!besides.access().isConfigured()) {
                draft.text(ServerConfig.HOST).ifPresent(Serving::requireLoopback);
            }
        });
        mistakes.tell();
        var remarks = new ArrayList<>(config.remarks());
        remarks.addAll(besides.remarks());
        if (config.server().tls().filter(Serving::isAskedForCertificates).isPresent()
                && besides.access().certificates().isEmpty()) {
            remarks.add(
                    "certificates of clients open connections, and nobody is known by them: see"
                            + " 'access.certificates'");
        }
        return remarks;
    }

    @Override
    public String show(Order order) {
        return new ServerConfig(draft(order).good()).shown();
    }

    private Config draft(Order order) {
        Map<String, String> given = new HashMap<>();
        order.host().ifPresent(host -> given.put(ServerConfig.HOST, host));
        order.port().ifPresent(port -> given.put(ServerConfig.PORT, Integer.toString(port)));
        order.store().ifPresent(store -> given.put(ServerConfig.STORE, store));
        var keys = new ArrayList<>(ServerConfig.keys());
        keys.addAll(BesideConfig.KEYS);
        keys.addAll(StateConfig.KEYS);
        return Config.draft(keys, order.config().map(Path::of), environment, given);
    }

    /** Whoever can get a certificate from anybody would be known by it, or nobody could show one. */
    private static void requireCertificates(AccessSettings access, Optional<TlsSettings> tls) {
        boolean asked =
                tls.filter(Serving::isAskedForCertificates)
                        .filter(settings -> settings.clientAuthority().isPresent())
                        .isPresent();
        if (!access.certificates().isEmpty() && !asked) {
            throw new InvalidRequestException(
                    "'access.certificates' needs 'tls.client_authority', which says who vouches for"
                            + " clients, and 'tls.client_certificate' optional or required");
        }
    }

    private static boolean isAskedForCertificates(TlsSettings tls) {
        return tls.client() != TlsSettings.ClientCertificate.NONE;
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
