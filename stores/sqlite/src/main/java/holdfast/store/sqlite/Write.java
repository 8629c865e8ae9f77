package holdfast.store.sqlite;

import java.sql.SQLException;

/** Something to be done in a write transaction, together with others that arrived meanwhile. */
interface Write {
    /** When in a batch a write has its turn. */
    enum Turn {
        /** What depends on nobody having joined or left: so that a storm of joins cannot starve a release. */
        FIRST,
        SECOND
    }

    Turn turn();

    /** Does it, or finds that it must not be done and leaves everything as it is. May be called again after a rollback. */
    void apply(Transaction transaction) throws SQLException;

    /** Looks at what its answer needs, when all writes of the batch have been applied. */
    default void conclude(Transaction transaction) throws SQLException {}
}
