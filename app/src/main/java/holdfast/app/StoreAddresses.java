package holdfast.app;

import holdfast.cli.Stores;
import holdfast.model.InvalidRequestException;
import holdfast.store.LockStore;
import holdfast.store.sqlite.SqliteLockStore;
import holdfast.store.sqlite.SqliteOptions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows which store an address means. The only kind so far is {@code sqlite:FILE}. */
final class StoreAddresses implements Stores {
    private static final String SQLITE = "sqlite:";

    private final Map<String, String> environment;
    private final NetworkStores network = new NetworkStores();

    StoreAddresses(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public String absolute(@Nullable String address) {
        return SQLITE
                + (address == null ? usualFile() : file(address)).toAbsolutePath().normalize();
    }

    @Override
    public LockStore open(String address) {
        return SqliteLockStore.open(file(address), SqliteOptions.defaults());
    }

    @Override
    public Optional<Watched> watched(LockStore store) {
        return network.watched(store);
    }

    private static Path file(String address) {
        if (!address.startsWith(SQLITE) || address.length() == SQLITE.length()) {
            throw new InvalidRequestException(
                    "'" + address + "' is not the address of a store: write sqlite:FILE");
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
