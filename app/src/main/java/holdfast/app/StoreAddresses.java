package holdfast.app;

import holdfast.cli.Stores;
import holdfast.client.ClientSettings;
import holdfast.client.ServerLocks;
import holdfast.engine.LockService;
import holdfast.model.InvalidRequestException;
import holdfast.store.LockStore;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisLockStore;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Knows which store an address means: {@code sqlite:FILE}, or one of the forms of {@link RedisAddress}. */
final class StoreAddresses implements Stores {
    private static final String SQLITE = "sqlite:";
    private static final Pattern REDIS = Pattern.compile("rediss?(-sentinel|-cluster)?:");

    private final Map<String, String> environment;
    private final NetworkStores network = new NetworkStores();

    StoreAddresses(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String absolute(@Nullable String address) {
        if (address != null && isRedis(address)) {
            return address;
        }
        return SQLITE
                + (address == null ? usualFile() : file(address)).toAbsolutePath().normalize();
    }

    @Override
    public boolean isThere(String address) {
        // What cannot be reached may be there: opening it says why it cannot.
        return isRedis(address) || !Files.notExists(file(address));
    }

    @Override
    public LockStore nothing() {
        return MemoryLockStore.withSystemClock();
    }

    @Override
    public LockStore open(String address) {
        return isRedis(address) ? openRedis(address) : openSqlite(address);
    }

    @Override
    public LockService connect(ServerAddress address) {
        return ServerLocks.openBriefly(
                ClientSettings.of(address.urls().toArray(String[]::new))
                        .withCredential(address.credential())
                        .withHeartbeat(address.heartbeat()));
    }

    /** Without a look at the class that knows better: it would load the client of Redis for every start. */
    private static boolean isRedis(String address) {
        return REDIS.matcher(address).lookingAt();
    }

    private LockStore openRedis(String address) {
        return network.guard(RedisLockStore.open(RedisAddress.parse(address)));
    }

    private static LockStore openSqlite(String address) {
        return SqliteLockStore.open(file(address), SqliteOptions.defaults());
    }

    @Override
    public Optional<Watched> watched(LockStore store) {
        return network.watched(store);
    }

    private static Path file(String address) {
        if (!address.startsWith(SQLITE) || address.length() == SQLITE.length()) {
            throw new InvalidRequestException(
                    "'"
                            + address
                            + "' is not the address of a store: write sqlite:FILE or redis://HOST:PORT");
        }
        try {
            return Path.of(address.substring(SQLITE.length()));
        } catch (InvalidPathException e) {
            throw new InvalidRequestException(
                    "'" + address + "' does not name a file: " + e.getReason());
        }
    }

    /** One file for all of a user's locks, where programs keep what should outlive a restart. */
    private Path usualFile() {
        String state = environment.get("XDG_STATE_HOME");
        // A relative path is to be ignored, says the XDG Base Directory Specification.
        Path directory =
                state != null && Path.of(state).isAbsolute()
                        ? Path.of(state)
                        : Path.of(System.getProperty("user.home"), ".local", "state");
        return directory.resolve("holdfast").resolve("locks.db");
    }
}
