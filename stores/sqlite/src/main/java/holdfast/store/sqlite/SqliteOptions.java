package holdfast.store.sqlite;

import holdfast.model.InvalidRequestException;
import java.time.Duration;

/**
 * Settings of a store in a SQLite file.
 *
 * @param patience how long a call waits while other processes keep the file busy, before it gives up with nothing written; long by
 *     default, since fifty processes that start at once on two cores keep each other from it for many seconds
 */
public record SqliteOptions(Duration patience) {
    private static final Duration PATIENCE_MAX = Duration.ofHours(1);

    public SqliteOptions {
        if (patience.isNegative() || patience.compareTo(PATIENCE_MAX) > 0) {
            throw new InvalidRequestException(
                    "patience must be between 0 and " + PATIENCE_MAX + ", not " + patience);
        }
    }

    public static SqliteOptions defaults() {
        return new SqliteOptions(Duration.ofSeconds(20));
    }
}
