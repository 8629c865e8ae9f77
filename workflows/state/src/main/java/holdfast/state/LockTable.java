package holdfast.state;

import java.util.Optional;

/** The table in which Terraform's S3 back end keeps its locks. It is only read. */
public interface LockTable extends AutoCloseable {
    /** A member of the item with this {@code LockID}; empty if there is none. */
    Optional<String> text(String lockId, String member);

    /** Whether there is an item with this {@code LockID}, whatever its members are. */
    boolean has(String lockId);

    @Override
    void close();
}
