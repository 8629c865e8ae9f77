package holdfast.server.config;

import holdfast.model.InvalidRequestException;
import holdfast.server.RequestDefaults;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The block {@code enhanced_locking} of another design, with its keys and defaults: who has such a file can go on with it. What it says
 * becomes settings of Holdfast; some of it Holdfast always does (retries, detection of deadlocks, the queue), and then the key is
 * accepted and changes nothing.
 */
record EnhancedLocking(Config config) {
    private static final String BLOCK = "enhanced_locking";

    /** What a key is accepted for although it changes nothing, and why. */
    private static final Map<String, String> WITHOUT_EFFECT =
            Map.of(
                    "enable_retry", "calls to a store on a network are always made again",
                    "max_retry_attempts", "the guards around the store decide how often",
                    "retry_base_delay", "the guards around the store decide how soon",
                    "retry_max_delay", "the guards around the store decide how soon",
                    "enable_deadlock_detection", "deadlocks are always detected",
                    "redis_key_prefix", "keys have the form of Holdfast (docs/adr/0013)",
                    "redis_lock_ttl", "each lock has its own lease",
                    "legacy_fallback", "there is one store, and no second way to lock",
                    "preserve_legacy_format", "keys of that design are read, its records are not");

    static final List<ConfigKey> KEYS =
            List.of(
                    key("enabled", "false", "whether this block counts"),
                    key("backend", "boltdb", "boltdb: the embedded store; redis: as 'store' says"),
                    key("default_timeout", "30m", "locks.lease"),
                    key("max_timeout", "2h", "locks.lease_max"),
                    key("enable_priority_queue", "false", "locks.priorities"),
                    key("max_queue_size", "1000", "locks.queue_length"),
                    key("queue_timeout", "10m", "locks.queue_time"),
                    idle("enable_retry", "false"),
                    idle("max_retry_attempts", "3"),
                    idle("retry_base_delay", "1s"),
                    idle("retry_max_delay", "30s"),
                    idle("enable_deadlock_detection", "false"),
                    key("deadlock_check_interval", "30s", "locks.deadlock_scan"),
                    key("redis_cluster_mode", "false", "'store' must be redis-cluster: then"),
                    idle("redis_key_prefix", "atlantis:enhanced:lock:"),
                    idle("redis_lock_ttl", "1h"),
                    idle("legacy_fallback", "true"),
                    idle("preserve_legacy_format", "true"));

    private static ConfigKey idle(String name, String usual) {
        return key(name, usual, "no effect: " + WITHOUT_EFFECT.get(name));
    }

    /** What somebody says in the block and that changes nothing, each with the reason. */
    static List<String> remarks(Config config) {
        List<String> said =
                KEYS.stream().map(ConfigKey::name).filter(config::isSaid).sorted().toList();
        if (said.isEmpty()) {
            return List.of();
        }
        if (!config.isOn(BLOCK + ".enabled")) {
            return List.of(BLOCK + " is accepted and has no effect: it does not say enabled: true");
        }
        return said.stream()
                .map(name -> name.substring(BLOCK.length() + 1))
                .filter(WITHOUT_EFFECT::containsKey)
                .map(name ->
                        BLOCK
                                + "."
                                + name
                                + " is accepted and has no effect: "
                                + WITHOUT_EFFECT.get(name))
                .toList();
    }

    private static ConfigKey key(String name, String usual, String meaning) {
        return new ConfigKey(BLOCK + "." + name, usual, meaning);
    }

    /** Empty if it is not there, or not enabled. What it says is checked in either case. */
    static Optional<EnhancedLocking> of(Config config) {
        var block = new EnhancedLocking(config);
        block.check();
        return config.isOn(BLOCK + ".enabled") ? Optional.of(block) : Optional.empty();
    }

    private void check() {
        lease();
        leaseMax();
        queueLength();
        queueTime();
        deadlockScan();
        number("max_retry_attempts");
        for (String length : List.of("retry_base_delay", "retry_max_delay", "redis_lock_ttl")) {
            length(length);
        }
        for (String flag :
                List.of(
                        "enable_priority_queue",
                        "enable_retry",
                        "enable_deadlock_detection",
                        "redis_cluster_mode",
                        "legacy_fallback",
                        "preserve_legacy_format")) {
            config.isOn(BLOCK + "." + flag);
        }
        backend();
    }

    /** The settings of Holdfast that it makes where nobody says them, and the key of the block that does. */
    private static final Map<String, String> MAKES =
            Map.of(
                    "locks.lease", "default_timeout",
                    "locks.lease_max", "max_timeout",
                    "locks.queue_length", "max_queue_size",
                    "locks.queue_time", "queue_timeout",
                    "locks.deadlock_scan", "deadlock_check_interval",
                    "locks.priorities", "enable_priority_queue");

    /** The configuration, with what this block makes of settings that nobody says. */
    Config applied() {
        Config applied = config;
        for (Map.Entry<String, String> one : MAKES.entrySet()) {
            String key = BLOCK + "." + one.getValue();
            String text =
                    one.getKey().equals("locks.priorities")
                            ? priorities().name().toLowerCase(Locale.ROOT)
                            : config.text(key).orElse("");
            applied = applied.unlessSaid(one.getKey(), text, key);
        }
        return applied;
    }

    private enum Backend {
        BOLTDB,
        REDIS;

        /** Boltdb is embedded, and so is a file; what lies on a network is neither. */
        boolean isMeantBy(Optional<String> store) {
            String address = store.orElse("");
            return switch (this) {
                case BOLTDB -> !address.startsWith("redis") && !address.startsWith("dynamodb:");
                case REDIS -> address.startsWith("redis");
            };
        }
    }

    private Backend backend() {
        return config.word(BLOCK + ".backend", Backend.class);
    }

    /** The store is named once, by {@code store}; what the block says must not be something else. */
    void checkStore(Optional<String> store) {
        if (config.isSaid(BLOCK + ".backend") && !backend().isMeantBy(store)) {
            throw new InvalidRequestException(
                    BLOCK
                            + ".backend is "
                            + config.text(BLOCK + ".backend").orElse("")
                            + ", and 'store' is "
                            + store.map(address -> address.split(":", 2)[0]).orElse("a file")
                            + ": let both say the same");
        }
        boolean cluster = store.filter(address -> address.contains("-cluster:")).isPresent();
        if (config.isSaid(BLOCK + ".redis_cluster_mode")
                && config.isOn(BLOCK + ".redis_cluster_mode") != cluster) {
            throw new InvalidRequestException(
                    BLOCK
                            + ".redis_cluster_mode and 'store' say different things: a cluster is"
                            + " redis-cluster://HOST:PORT");
        }
    }

    private Duration length(String name) {
        return config.length(BLOCK + "." + name);
    }

    private int number(String name) {
        return config.number(BLOCK + "." + name);
    }

    Duration lease() {
        return length("default_timeout");
    }

    Duration leaseMax() {
        return length("max_timeout");
    }

    int queueLength() {
        return number("max_queue_size");
    }

    Duration queueTime() {
        return length("queue_timeout");
    }

    Duration deadlockScan() {
        return length("deadlock_check_interval");
    }

    RequestDefaults.Priorities priorities() {
        return config.isOn(BLOCK + ".enable_priority_queue")
                ? RequestDefaults.Priorities.HONOURED
                : RequestDefaults.Priorities.IGNORED;
    }
}
