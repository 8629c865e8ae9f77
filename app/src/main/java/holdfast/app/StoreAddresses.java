package holdfast.app;

import holdfast.cli.Desk;
import holdfast.cli.Stores;
import holdfast.client.ServerDesk;
import holdfast.client.ServerLocks;
import holdfast.engine.LockService;
import holdfast.model.InvalidRequestException;
import holdfast.state.LockTable;
import holdfast.state.Origin;
import holdfast.state.StateSettings;
import holdfast.store.DocumentStore;
import holdfast.store.LockStore;
import holdfast.store.dynamodb.DynamoAddress;
import holdfast.store.dynamodb.DynamoDocumentStore;
import holdfast.store.dynamodb.DynamoLockStore;
import holdfast.store.dynamodb.DynamoRecipes;
import holdfast.store.dynamodb.DynamoTables;
import holdfast.store.memory.MemoryLockStore;
import holdfast.store.redis.RedisAddress;
import holdfast.store.redis.RedisDocumentStore;
import holdfast.store.redis.RedisLockStore;
import holdfast.store.resilience.call.ResilienceEvent;
import holdfast.store.s3.BucketSettings;
import holdfast.store.s3.S3Address;
import holdfast.store.sqlite.SqliteDocumentStore;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Knows which store an address means: {@code sqlite:FILE}, one of the forms of {@link RedisAddress}, or a {@link DynamoAddress}.
 */
final class StoreAddresses implements Stores {
    private static final String SQLITE = "sqlite:";
    private static final String DYNAMODB = "dynamodb:";
    private static final Pattern REDIS = Pattern.compile("rediss?(-sentinel|-cluster)?:");

    private final Map<String, String> environment;
    private final NetworkStores network = new NetworkStores();

    StoreAddresses(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String absolute(@Nullable String address) {
        if (address != null && isOnNetwork(address)) {
            return address;
        }
        return SQLITE
                + (address == null ? usualFile() : file(address)).toAbsolutePath().normalize();
    }

    /** Says what is wrong with an address, without going there. */
    static void check(String address) {
        if (isDynamo(address)) {
            DynamoAddress.parse(address);
        } else if (isRedis(address)) {
            RedisAddress.parse(address);
        } else {
            file(address);
        }
    }

    @Override
    public boolean isThere(String address) {
        // What cannot be reached may be there: opening it says why it cannot.
        return isOnNetwork(address) || !Files.notExists(file(address));
    }

    @Override
    public LockStore nothing() {
        return MemoryLockStore.withSystemClock();
    }

    @Override
    public LockStore open(String address) {
        if (isDynamo(address)) {
            return network.guard(DynamoLockStore.open(DynamoAddress.parse(address)));
        }
        return isRedis(address) ? openRedis(address) : openSqlite(address);
    }

    @Override
    public LockService connect(ServerAddress address) {
        return ServerLocks.openBriefly(ServerAddresses.settings(address));
    }

    @Override
    public Desk desk(ServerAddress address) {
        return new DeskAtServers(ServerDesk.openBriefly(ServerAddresses.settings(address)));
    }

    @Override
    public Made create(String address) {
        if (!isDynamo(address)) {
            return Stores.super.create(address);
        }
        DynamoAddress tables = DynamoAddress.parse(address);
        return new Made(
                DynamoTables.create(tables),
                List.of(DynamoRecipes.terraform(tables), DynamoRecipes.policy(tables)));
    }

    private static boolean isOnNetwork(String address) {
        return isRedis(address) || isDynamo(address);
    }

    /** Without a look at the class that knows better: it would load the client of Redis for every start. */
    private static boolean isRedis(String address) {
        return REDIS.matcher(address).lookingAt();
    }

    private static boolean isDynamo(String address) {
        return address.startsWith(DYNAMODB);
    }

    @Override
    public Origin origin(String address) {
        return Origins.open(address);
    }

    @Override
    public LockTable lockTable(String address) {
        return Origins.lockTable(address);
    }

    private LockStore openRedis(String address) {
        return network.guard(RedisLockStore.open(RedisAddress.parse(address)));
    }

    private static LockStore openSqlite(String address) {
        return SqliteLockStore.open(file(address), SqliteOptions.defaults());
    }

    @Override
    public DocumentStore documents(@Nullable String address, String locks) {
        return address == null ? openDocuments(locks) : DocumentAddresses.open(address);
    }

    @Override
    public boolean isLookedAt(String address) {
        return DocumentAddresses.isLookedAt(address);
    }

    @Override
    public boolean isOpenedQuickly(String address) {
        return DocumentAddresses.isFolder(address);
    }

    @Override
    public boolean hasDocuments(String address) {
        return DocumentAddresses.isThere(address);
    }

    @Override
    public DocumentStore openDocuments(String address) {
        if (isDynamo(address)) {
            return network.guard(DynamoDocumentStore.open(DynamoAddress.parse(address)));
        }
        return isRedis(address) ? openRedisDocuments(address) : openSqliteDocuments(address);
    }

    @Override
    public Made createDocuments(String address) {
        if (S3Address.isOne(address)) {
            var bucket =
                    new BucketSettings(
                            S3Address.parse(address),
                            Math.toIntExact(StateSettings.from(environment).retention().toDays()));
            return new Made(bucket.apply(), List.of(bucket.terraform()));
        }
        DocumentAddresses.open(address).close();
        return new Made(List.of(address + " is there"), List.of());
    }

    private DocumentStore openRedisDocuments(String address) {
        return network.guard(RedisDocumentStore.open(RedisAddress.parse(address)));
    }

    private static DocumentStore openSqliteDocuments(String address) {
        return SqliteDocumentStore.open(file(address), SqliteOptions.defaults());
    }

    @Override
    public Optional<Watched> watched(LockStore store) {
        return network.watched(store);
    }

    /** Tells what the guards around an opened store do, where it has some. */
    void listen(LockStore store, Consumer<ResilienceEvent> listener) {
        network.listen(store, listener);
    }

    private static Path file(String address) {
        if (!address.startsWith(SQLITE) || address.length() == SQLITE.length()) {
            throw new InvalidRequestException(
                    "'"
                            + address
                            + "' is not the address of a store: write sqlite:FILE, redis://HOST:PORT or dynamodb:TABLE");
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
        return StateDirectory.of(environment).resolve("locks.db");
    }
}
