package holdfast.server.config;

import holdfast.engine.EngineSettings;
import holdfast.model.InvalidRequestException;
import holdfast.model.Length;
import holdfast.rulebook.Limits;
import holdfast.rulebook.Rules;
import holdfast.rulebook.VictimPolicy;
import holdfast.server.RequestDefaults;
import holdfast.server.ServerLimits;
import holdfast.server.ServerSettings;
import holdfast.server.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Makes settings from the configuration; knows all keys of the server itself. */
public final class ServerConfig {
    public static final String STORE = "store";
    public static final String HOST = "listen.host";
    public static final String PORT = "listen.port";
    private static final String CONNECTIONS_OF_ONE = "limits.connections_per_address";

    private static final List<ConfigKey> OWN_KEYS =
            List.of(
                    new ConfigKey(HOST, "127.0.0.1", "without access only loopback"),
                    new ConfigKey(PORT, "7420", "0 for any that is free"),
                    new ConfigKey(STORE, "", "an address; empty for a file in the state directory"),
                    new ConfigKey("stop_within", "10s", "then what still runs is cut off"),
                    new ConfigKey("tls.certificate", "", "a PEM file"),
                    new ConfigKey("tls.key", "", "a PEM file, PKCS#8"),
                    new ConfigKey("tls.client_authority", "", "a PEM file"),
                    new ConfigKey("tls.client_certificate", "none", "none, optional or required"),
                    new ConfigKey("limits.longest_poll", "25s", ""),
                    new ConfigKey("limits.waiters", "10000", "answers that wait at once"),
                    new ConfigKey("limits.streams", "1000", "event streams at once"),
                    new ConfigKey("limits.streams_per_caller", "100", ""),
                    new ConfigKey("limits.stream_lasts", "60s", ""),
                    new ConfigKey("limits.body_bytes", "262144", ""),
                    new ConfigKey("limits.header_bytes", "16384", "of all headers of a request"),
                    new ConfigKey("limits.connections", "20000", ""),
                    new ConfigKey(CONNECTIONS_OF_ONE, "", "empty for half of all connections"),
                    new ConfigKey("limits.request_time", "75s", "of one request in all"),
                    new ConfigKey("limits.requests_per_second", "100000", "of one caller"),
                    new ConfigKey("locks.lease", "60s", "of a request that names none"),
                    new ConfigKey("locks.lease_max", "24h", ""),
                    new ConfigKey("locks.queue_length", "1000", "the same for all on one store"),
                    new ConfigKey("locks.queue_time", "24h", "how long a request may wait"),
                    new ConfigKey(
                            "locks.place_lasts", "30s", "in line, of a client that does not ask"),
                    new ConfigKey("locks.offer_lasts", "25s", "of a lock, to whose turn it is"),
                    new ConfigKey("locks.priorities", "honoured", "honoured or ignored"),
                    new ConfigKey("locks.deadlock_scan", "30s", ""),
                    new ConfigKey(
                            "locks.deadlock_victim",
                            "newest",
                            "newest, oldest, lowest_priority or random"));

    private final Config config;
    private final Optional<EnhancedLocking> profile;

    public ServerConfig(Config config) {
        this.config = config;
        this.profile = EnhancedLocking.of(config);
    }

    /** With those of the profile. */
    public static List<ConfigKey> keys() {
        var keys = new ArrayList<>(OWN_KEYS);
        keys.addAll(EnhancedLocking.KEYS);
        return keys;
    }

    /** What is accepted and changes nothing, for people: nothing of that is passed over in silence. */
    public List<String> remarks() {
        return EnhancedLocking.remarks(config);
    }

    /** What holds, with who says so, and without secrets. */
    public String shown() {
        return profile.map(EnhancedLocking::applied).orElse(config).shown();
    }

    public Optional<String> store() {
        Optional<String> store = config.text(STORE);
        profile.ifPresent(enhanced -> enhanced.checkStore(store));
        return store;
    }

    public ServerSettings server() {
        return new ServerSettings(
                config.text(HOST).orElseThrow(() -> new InvalidRequestException("no listen.host")),
                port(),
                tls(),
                limits(),
                requests(),
                config.length("stop_within"));
    }

    /** Finds what is wrong with it, in each of its parts. */
    public void check(Mistakes mistakes) {
        mistakes.in(this::port);
        mistakes.in(this::tls);
        mistakes.in(this::limits);
        mistakes.in(this::requests);
        mistakes.in(this::store);
        mistakes.in(this::engine);
        mistakes.in(this::server);
    }

    private int port() {
        int port = config.number(PORT);
        if (port < 0 || port > 65_535) {
            throw new InvalidRequestException("'listen.port' is not a port: " + port);
        }
        return port;
    }

    private Optional<TlsSettings> tls() {
        Optional<Path> certificate = config.text("tls.certificate").map(Path::of);
        Optional<Path> key = config.text("tls.key").map(Path::of);
        if (certificate.isPresent() != key.isPresent()) {
            throw new InvalidRequestException("TLS needs both tls.certificate and tls.key");
        }
        var client = config.word("tls.client_certificate", TlsSettings.ClientCertificate.class);
        Optional<Path> authority = config.text("tls.client_authority").map(Path::of);
        if (certificate.isEmpty()
                && (authority.isPresent() || client != TlsSettings.ClientCertificate.NONE)) {
            throw new InvalidRequestException("certificates of clients need tls.certificate too");
        }
        return certificate.map(file -> new TlsSettings(file, key.orElseThrow(), authority, client));
    }

    private ServerLimits limits() {
        return new ServerLimits(
                config.length("limits.longest_poll"),
                config.number("limits.waiters"),
                config.number("limits.streams"),
                config.number("limits.streams_per_caller"),
                config.length("limits.stream_lasts"),
                config.number("limits.body_bytes"),
                config.number("limits.header_bytes"),
                config.number("limits.connections"),
                connectionsOfOne(),
                config.length("limits.request_time"),
                config.number("limits.requests_per_second"));
    }

    /** However many one address takes, there is room for others. */
    private int connectionsOfOne() {
        return config.text(CONNECTIONS_OF_ONE).isPresent()
                ? config.number(CONNECTIONS_OF_ONE)
                : (config.number("limits.connections") + 1) / 2;
    }

    private RequestDefaults requests() {
        Duration usual = config.length("locks.lease");
        Duration lease =
                config.isSaid("locks.lease")
                        ? usual
                        : profile.map(EnhancedLocking::lease).orElse(usual);
        Duration most = length("locks.lease_max", EnhancedLocking::leaseMax);
        if (lease.compareTo(most) > 0) {
            throw new InvalidRequestException(
                    "'locks.lease' is "
                            + Length.inWords(lease)
                            + " and 'locks.lease_max' "
                            + Length.inWords(most)
                            + ": requests that name no lease would all be refused");
        }
        var priorities = config.word("locks.priorities", RequestDefaults.Priorities.class);
        return new RequestDefaults(
                lease,
                config.isSaid("locks.priorities")
                        ? priorities
                        : profile.map(EnhancedLocking::priorities).orElse(priorities));
    }

    public EngineSettings engine() {
        Rules rules = Rules.DEFAULT;
        var limits =
                new Limits(
                        number("locks.queue_length", EnhancedLocking::queueLength),
                        rules.limits().waitingPathsMax(),
                        length("locks.queue_time", EnhancedLocking::queueTime),
                        rules.limits().leaseMin(),
                        length("locks.lease_max", EnhancedLocking::leaseMax),
                        rules.limits().grantsPerCommitMax());
        EngineSettings usual = EngineSettings.DEFAULT;
        return new EngineSettings(
                new Rules(
                        rules.priorityStep(),
                        config.length("locks.offer_lasts"),
                        config.length("locks.place_lasts"),
                        limits,
                        rules.tenures()),
                usual.heartbeat(),
                usual.ticketTouch(),
                usual.staleAfter(),
                config.word("locks.deadlock_victim", VictimPolicy.class),
                length("locks.deadlock_scan", EnhancedLocking::deadlockScan),
                usual.sweep(),
                usual.commitAttemptsMax());
    }

    /** What somebody says goes before the profile, and the profile before the default. */
    private Duration length(String key, Function<EnhancedLocking, Duration> of) {
        return config.isSaid(key) || profile.isEmpty()
                ? config.length(key)
                : of.apply(profile.get());
    }

    private int number(String key, Function<EnhancedLocking, Integer> of) {
        return config.isSaid(key) || profile.isEmpty()
                ? config.number(key)
                : of.apply(profile.get());
    }
}
